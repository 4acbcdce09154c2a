import { relative } from 'node:path';
import { renderSite } from './docs/render-site.ts';

const folder = await renderSite();
console.log(`The documentation is in ${relative(process.cwd(), folder)}, compressed; npm start shows it at /docs.`);
