import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { play } from './play.js';

const [task, result] = process.argv.slice(2);
writeFileSync(result, JSON.stringify(await play(JSON.parse(readFileSync(task, 'utf8')))));
