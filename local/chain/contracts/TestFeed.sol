// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @notice Stands for the price feed of a dollar on a development chain. Anybody may set what it says.
contract TestFeed {
    uint8 public constant decimals = 8;
    int256 public price = 1e8;
    /// @notice How old the price is, in seconds.
    uint256 public age;
    bool public isSilent;

    function set(int256 newPrice, uint256 newAge) external {
        (price, age) = (newPrice, newAge);
    }

    function silence(bool silent) external {
        isSilent = silent;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        require(!isSilent, 'No data present');
        return (1, price, block.timestamp - age, block.timestamp - age, 1);
    }
}
