import { type Cell, playCell } from './cell.ts';
import { figuresOf } from './cell-figures.ts';

/** A process that plays one cell, tells its parent the figures, and ends with it: `node cell-process.ts '{…}'`. */
process.on('disconnect', () => process.exit());
const cell: Cell = JSON.parse(process.argv[2] ?? '');
process.send?.(figuresOf(cell, await playCell(cell)));
process.disconnect();
