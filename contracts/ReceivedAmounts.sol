// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from '@openzeppelin/contracts/token/ERC20/IERC20.sol';
import {DepositFactory} from './DepositFactory.sol';

/// @notice All that ever came to the addresses of some salts: what they hold, and what was flushed. It is never deployed:
/// a node runs its constructor for one call, and answers what that returns in place of code.
contract ReceivedAmounts {
    /// @dev Returns one word for each salt.
    /// @param token address zero is the chain's own coin
    constructor(DepositFactory factory, IERC20 token, bytes32[] memory salts) {
        uint256[] memory amounts = new uint256[](salts.length);
        for (uint256 i = 0; i < salts.length; ++i) {
            bytes32 salt = salts[i];
            address deposit = factory.addressOf(salt);
            uint256 held = address(token) == address(0) ? deposit.balance : token.balanceOf(deposit);
            amounts[i] = held + factory.flushed(salt, address(token));
        }
        assembly {
            return(add(amounts, 32), mul(mload(amounts), 32))
        }
    }
}
