// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from '@openzeppelin/contracts/token/ERC20/IERC20.sol';
import {SafeERC20} from '@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol';
import {Ownable} from '@openzeppelin/contracts/access/Ownable.sol';
import {Ownable2Step} from '@openzeppelin/contracts/access/Ownable2Step.sol';
import {SafeCast} from '@openzeppelin/contracts/utils/math/SafeCast.sol';

/// @notice Holds what is paid out to wallets, and pays each key once. Its signer pays within the limits of a day. Its
/// owner, who is somebody else, pauses it, sets the signer and the limits, and withdraws what is left.
contract PayoutVault is Ownable2Step {
    using SafeERC20 for IERC20;

    error NotSigner();
    error SignerIsOwner();
    error VaultPaused();
    error AlreadyPaid();
    error TooLate();
    error OverLimit();
    error NothingToPay();
    /// @notice The payee would have more or less than the amount: the token keeps a fee, or the vault is the payee.
    error NotExact();
    error NotSent();
    /// @notice A vault without an owner would keep its money for good.
    error OwnerNeeded();

    event Paid(bytes32 indexed key, address indexed token, address indexed to, uint256 amount);
    event Withdrawn(address indexed token, address indexed to, uint256 amount);
    event SignerSet(address signer);
    event LimitSet(address indexed token, uint256 limit);
    event PauseSet(bool isPaused);

    /// @dev One word of storage, because it is read and written by every payment.
    struct Allowance {
        /// What may be paid in one day (UTC, by the time of the block). A token without a limit is not paid.
        uint112 limit;
        uint112 spent;
        /// The day of what was spent, counted from 1970.
        uint32 day;
    }

    address public signer;
    bool public paused;
    mapping(address token => Allowance) public allowances;
    /// @notice Whether a key was paid. It stays so for good.
    mapping(bytes32 key => bool) public paid;

    constructor(address owner_, address signer_) Ownable(owner_) {
        setSignerTo(signer_);
    }

    /// @notice Pays a key, unless it was paid.
    /// @param validUntil seconds since 1970: a block of a later time pays nothing
    function pay(bytes32 key, IERC20 token, address to, uint256 amount, uint256 validUntil) external {
        if (msg.sender != signer) revert NotSigner();
        if (paused) revert VaultPaused();
        if (paid[key]) revert AlreadyPaid();
        if (block.timestamp > validUntil) revert TooLate();
        if (amount == 0) revert NothingToPay();
        paid[key] = true;
        spend(address(token), amount);
        uint256 before = token.balanceOf(to);
        token.safeTransfer(to, amount);
        if (token.balanceOf(to) != before + amount) revert NotExact();
        emit Paid(key, address(token), to, amount);
    }

    function spend(address token, uint256 amount) private {
        Allowance memory allowance = allowances[token];
        uint32 today = uint32(block.timestamp / 1 days);
        uint256 spent = amount + (allowance.day == today ? allowance.spent : 0);
        if (spent > allowance.limit) revert OverLimit();
        allowances[token] = Allowance(allowance.limit, uint112(spent), today);
    }

    /// @notice What may still be paid of a token on the day of this block.
    function leftToday(address token) external view returns (uint256) {
        Allowance memory allowance = allowances[token];
        uint256 spent = allowance.day == block.timestamp / 1 days ? allowance.spent : 0;
        return spent < allowance.limit ? allowance.limit - spent : 0;
    }

    function setPaused(bool isPaused) external onlyOwner {
        paused = isPaused;
        emit PauseSet(isPaused);
    }

    function setSigner(address signer_) external onlyOwner {
        setSignerTo(signer_);
    }

    function setSignerTo(address signer_) private {
        if (signer_ == owner()) revert SignerIsOwner();
        signer = signer_;
        emit SignerSet(signer_);
    }

    /// @notice Sets what may be paid of a token in one day. What was paid today counts.
    function setLimit(address token, uint256 limit) external onlyOwner {
        allowances[token].limit = SafeCast.toUint112(limit);
        emit LimitSet(token, limit);
    }

    /// @notice Takes tokens out, also while the vault is paused.
    /// @param token address zero is the chain's own coin
    function withdraw(address token, address to, uint256 amount) external onlyOwner {
        emit Withdrawn(token, to, amount);
        if (token != address(0)) return IERC20(token).safeTransfer(to, amount);
        (bool isSent, ) = to.call{value: amount}('');
        if (!isSent) revert NotSent();
    }

    function renounceOwnership() public pure override {
        revert OwnerNeeded();
    }

    function _transferOwnership(address newOwner) internal override {
        if (newOwner == signer) revert SignerIsOwner();
        super._transferOwnership(newOwner);
    }
}
