// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from '@openzeppelin/contracts/token/ERC20/ERC20.sol';

interface Factory {
    function flush(bytes32[] calldata salts, address token) external;
}

/// A stablecoin as they are: it can freeze addresses and switch on a fee, and says no or nothing where it likes to.
contract TestToken is ERC20('Test', 'TST') {
    mapping(address => bool) public frozen;
    uint256 public fee;

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function freeze(address account, bool isFrozen) external {
        frozen[account] = isFrozen;
    }

    /// In ten-thousandths.
    function setFee(uint256 fee_) external {
        fee = fee_;
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function _update(address from, address to, uint256 value) internal virtual override {
        require(!frozen[from] && !frozen[to], 'frozen');
        uint256 kept = from == address(0) ? 0 : (value * fee) / 10_000;
        if (kept > 0) super._update(from, address(this), kept);
        super._update(from, to, value - kept);
    }
}

/// Tether's interface: a transfer returns nothing.
contract SilentToken {
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
    }
}

/// Says that it has moved what it has not.
contract LyingToken {
    function balanceOf(address) external pure returns (uint256) {
        return 5;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return true;
    }
}

/// Asks for the same flush again before or after it moves.
contract ReentrantToken is TestToken {
    Factory public factory;
    bytes32 public salt;
    bool public isBefore;

    function aim(Factory factory_, bytes32 salt_, bool isBefore_) external {
        factory = factory_;
        salt = salt_;
        isBefore = isBefore_;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (isBefore) ask();
        super._update(from, to, value);
        if (!isBefore) ask();
    }

    function ask() private {
        Factory target = factory;
        if (address(target) == address(0)) return;
        bytes32[] memory salts = new bytes32[](1);
        salts[0] = salt;
        factory = Factory(address(0));
        target.flush(salts, address(this));
    }
}

/// A treasury that asks for the same flush again when it is sent the chain's own coin, or refuses it.
contract TestTreasury {
    Factory public factory;
    bytes32 public salt;
    bool public refuses;

    function aim(Factory factory_, bytes32 salt_) external {
        factory = factory_;
        salt = salt_;
    }

    function refuse(bool refuses_) external {
        refuses = refuses_;
    }

    receive() external payable {
        require(!refuses, 'refused');
        if (address(factory) == address(0)) return;
        bytes32[] memory salts = new bytes32[](1);
        salts[0] = salt;
        factory.flush(salts, address(0));
    }
}

/// Pays many in one transaction.
contract Multisend {
    function send(TestToken token, address[] calldata to, uint256[] calldata amounts) external {
        for (uint256 i = 0; i < to.length; ++i) require(token.transfer(to[i], amounts[i]));
    }
}
