// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from '@openzeppelin/contracts/token/ERC20/IERC20.sol';
import {DepositFactory} from './DepositFactory.sol';

/// @notice What a flush of some salts brings to the treasuries, one by one. It is never deployed: a node runs its
/// constructor for one call, forgets what that changed, and answers what it returns in place of code. A flush that runs
/// out of gas leaves too little for the rest of this, so that it is an error and not an amount of zero.
contract FlushableAmounts {
    /// @dev Returns one word for each salt.
    constructor(DepositFactory factory, IERC20 token, bytes32[] memory salts) {
        address treasury = factory.treasury();
        address second = factory.secondTreasury();
        uint256[] memory amounts = new uint256[](salts.length);
        bytes32[] memory one = new bytes32[](1);
        uint256 before = token.balanceOf(treasury) + token.balanceOf(second);
        for (uint256 i = 0; i < salts.length; ++i) {
            one[0] = salts[i];
            factory.flush(one, address(token));
            uint256 held = token.balanceOf(treasury) + token.balanceOf(second);
            if (held > before) amounts[i] = held - before;
            before = held;
        }
        assembly {
            return(add(amounts, 32), mul(mload(amounts), 32))
        }
    }
}
