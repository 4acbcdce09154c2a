import { playHinting } from './hinting.ts';
import { playSending } from './sending.ts';

/** A process that plays one part, tells its parent the figures, and ends with it: `node sweep-process.ts hinting '{…}'`. */
process.on('disconnect', () => process.exit());
const [what, sizes = ''] = process.argv.slice(2);
const play = what === 'hinting' ? playHinting : playSending;
process.send?.(await play(JSON.parse(sizes)));
process.disconnect();
