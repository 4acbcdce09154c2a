// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from '@openzeppelin/contracts/token/ERC20/IERC20.sol';
import {SafeERC20} from '@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol';

/// @notice What stands at the address of every deposit: it can send what the address holds to a treasury, and nothing
/// else. Clones of it have no owner, no initializer and no storage, so that there is nothing to take over.
contract Deposit {
    using SafeERC20 for IERC20;

    error OnlyFactory();
    /// @notice No treasury took the money.
    error NotMoved();

    address private immutable factory;
    address private immutable treasury;
    address private immutable secondTreasury;

    constructor(address treasury_, address secondTreasury_) {
        factory = msg.sender;
        treasury = treasury_;
        secondTreasury = secondTreasury_;
    }

    /// @notice The chain's own coin is taken, because people send it by mistake.
    receive() external payable {}

    /// @notice Sends what the address has of a token to the first treasury, or to the second if the first cannot take it:
    /// issuers freeze addresses. Only the factory may call, because it counts what was flushed.
    /// @param token address zero is the chain's own coin
    /// @param held all that the address has of it
    /// @return taker the treasury that took it
    /// @return amount what has left the address, which is what a token that keeps a fee has moved less that fee
    function flush(address token, uint256 held) external returns (address taker, uint256 amount) {
        if (msg.sender != factory) revert OnlyFactory();
        taker = treasury;
        if (!send(token, taker, held)) {
            taker = secondTreasury;
            if (!send(token, taker, held)) revert NotMoved();
        }
        amount = held - balanceOf(token);
        if (amount == 0) revert NotMoved();
    }

    function balanceOf(address token) private view returns (uint256) {
        return token == address(0) ? address(this).balance : IERC20(token).balanceOf(address(this));
    }

    function send(address token, address to, uint256 amount) private returns (bool isSent) {
        if (token != address(0)) return IERC20(token).trySafeTransfer(to, amount);
        (isSent, ) = to.call{value: amount}('');
    }
}
