// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from '@openzeppelin/contracts/token/ERC20/IERC20.sol';
import {PayoutVault} from './PayoutVault.sol';

/// @notice What a vault may pay, and which keys it has paid. It is never deployed: a node runs its constructor for one
/// call, and answers what that returns in place of code.
contract VaultState {
    /// @dev Returns words: whether it is paused, its signer, balance and rest of the day of each token, and whether each
    /// key is paid.
    constructor(PayoutVault vault, address[] memory tokens, bytes32[] memory keys) {
        uint256[] memory words = new uint256[](2 + 2 * tokens.length + keys.length);
        words[0] = vault.paused() ? 1 : 0;
        words[1] = uint160(vault.signer());
        uint256 next = 2;
        for (uint256 i = 0; i < tokens.length; ++i) {
            words[next++] = IERC20(tokens[i]).balanceOf(address(vault));
            words[next++] = vault.leftToday(tokens[i]);
        }
        for (uint256 i = 0; i < keys.length; ++i) words[next++] = vault.paid(keys[i]) ? 1 : 0;
        assembly {
            return(add(words, 32), mul(mload(words), 32))
        }
    }
}
