import { html, raw } from 'hono/html';
import { generate } from 'lean-qr';
import type { Markup } from '../../../../pages/frame.ts';

/** The width in modules of the white border around a code. Cameras need it to find the code. */
const quietZone = 4;

/** Renders a QR code as inline SVG. */
export function qrCode(text: string, label: string): Markup {
  const code = generate(text);
  const dark: string[] = [];
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) dark.push(`M${x} ${y}h1v1h-1z`);
  }
  const side = code.size + 2 * quietZone;
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="${-quietZone} ${-quietZone} ${side} ${side}" shape-rendering="crispEdges"><path d="${raw(dark.join(''))}"/></svg>`;
}
