/** The style of all pages. It stands in each page, so that none asks for anything. */
export const style = `
:root{color-scheme:light dark;--ink:#1a1d21;--soft:#50575f;--paper:#fff;--ground:#f3f4f6;--line:#7c858f;--act:#0b56a4;--on:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#f0f2f4;--soft:#b8c0c8;--paper:#1d2125;--ground:#121517;--line:#8b949e;--act:#8ec5ff;--on:#0a1624}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main,header,footer{max-width:34rem;margin:0 auto;padding:1rem}
main{background:var(--paper);border-radius:.5rem}
h1{font-size:1.35rem;line-height:1.3;margin:.25rem 0 1rem}
h2{font-size:1.05rem;margin:1.5rem 0 .5rem}
p{margin:.5rem 0}
.soft,footer{color:var(--soft)}
.test{margin:0;font-weight:600}
ul.plain{list-style:none;margin:0;padding:0}
.items li,.sums div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.4rem 0}
.items li>:first-child{flex:1 1 10rem}
.items small{display:block;color:var(--soft)}
.sums{margin:.5rem 0;border-top:1px solid var(--line)}
.sums dd,.facts dd{margin:0}
.sums .total{font-size:1.2rem;font-weight:700}
.methods{display:flex;flex-wrap:wrap;gap:.5rem}
.methods a,button,.button{display:inline-block;min-height:2.75rem;padding:.55rem 1rem;border:2px solid var(--act);border-radius:.4rem;background:none;color:var(--act);font:inherit;text-align:center;text-decoration:none;cursor:pointer}
.methods a{flex:1 1 6rem}
.methods a[aria-current],button.main,.button.main{background:var(--act);color:var(--on);font-weight:600}
button.main,.button.main{width:100%;margin:.75rem 0}
a{color:var(--act)}
:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
.facts dt{color:var(--soft);margin-top:.75rem}
.facts dd{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.25rem 1rem;font-weight:600}
.facts code{font:inherit;font-family:ui-monospace,monospace}
.qr{display:block;width:13rem;max-width:100%;margin:1rem auto;background:#fff;fill:#000;border-radius:.4rem}
fieldset{border:1px solid var(--line);border-radius:.4rem;margin:1rem 0;padding:.5rem 1rem}
.cards label{display:flex;gap:.75rem;align-items:baseline;padding:.5rem 0}
.cards small{display:block;color:var(--soft)}
.alert{border-left:4px solid var(--act);padding:.25rem .75rem}
footer ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem}
[hidden]{display:none!important}
`.trim();
