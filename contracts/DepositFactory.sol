// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from '@openzeppelin/contracts/token/ERC20/IERC20.sol';
import {Clones} from '@openzeppelin/contracts/proxy/Clones.sol';
import {Deposit} from './Deposit.sol';

/// @notice Gives every payout an address of its own, and sends what came there to a treasury. Nobody owns it, nobody can
/// upgrade it, and it names its treasuries for good: whoever wants others deploys another factory.
contract DepositFactory {
    error InvalidTreasury();

    /// @notice What has left the address of a salt for a treasury.
    /// @param token address zero is the chain's own coin
    event Flushed(bytes32 indexed salt, address indexed token, address indexed treasury, uint256 amount);

    address public immutable treasury;
    /// @notice Takes what the first treasury cannot take.
    address public immutable secondTreasury;
    /// @notice What stands at every address once it was flushed.
    address public immutable implementation;

    /// @notice All that ever left the address of a salt, by token. With the balance of the address it is all that came.
    mapping(bytes32 salt => mapping(address token => uint256 amount)) public flushed;

    constructor(address treasury_, address secondTreasury_) {
        if (treasury_ == address(0) || secondTreasury_ == address(0)) revert InvalidTreasury();
        if (treasury_ == secondTreasury_) revert InvalidTreasury();
        treasury = treasury_;
        secondTreasury = secondTreasury_;
        implementation = address(new Deposit(treasury_, secondTreasury_));
    }

    /// @notice The address of a salt, whether anything was flushed from it or not.
    function addressOf(bytes32 salt) public view returns (address) {
        return Clones.predictDeterministicAddress(implementation, salt);
    }

    /// @notice Sends what the addresses of these salts hold to a treasury. Anybody may ask. A salt that holds nothing, or
    /// whose money cannot be moved, is left out and the others are flushed, so the gas has to be set: an estimate may
    /// find an amount with which this succeeds and moves nothing.
    /// @param token address zero is the chain's own coin
    function flush(bytes32[] calldata salts, address token) external {
        for (uint256 i = 0; i < salts.length; ++i) {
            bytes32 salt = salts[i];
            address payable deposit = payable(addressOf(salt));
            uint256 held = token == address(0) ? deposit.balance : IERC20(token).balanceOf(deposit);
            if (held == 0) continue;
            if (deposit.code.length == 0) Clones.cloneDeterministic(implementation, salt);
            try Deposit(deposit).flush(token, held) returns (address taker, uint256 amount) {
                flushed[salt][token] += amount;
                emit Flushed(salt, token, taker, amount);
            } catch {
                continue;
            }
        }
    }
}
