/** The style of all hosted pages. It is inline, so that no page makes additional requests. */
export const style = `
:root{color-scheme:light dark;--ground:#f5f7f8;--paper:#fff;--sunken:#eef1f3;--line:#d3dbe1;--edge:#7a8791;--ink:#13202a;--soft:#47545f;--act:#0a6a5c;--on:#fff;--note:#e8effa;--warn:#845500;--warned:#fdf2d9;--bad:#ab241c}
@media screen and (prefers-color-scheme:dark){:root{--ground:#0e1418;--paper:#151c22;--sunken:#1b242b;--line:#34414c;--edge:#7d8a96;--ink:#e9eef2;--soft:#b1bcc6;--act:#57c7b0;--on:#08211c;--note:#172740;--warn:#e5b454;--warned:#332711;--bad:#f2938c}}
*,:before{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
h1,h2,p,ol,ul,dl,dd{margin:0;padding:0}
h1,.lead{font-size:1.375rem;line-height:1.25;font-weight:600;letter-spacing:-.01em}
h2{font-size:1rem;font-weight:600}
ol{padding-left:1.25rem}
a{color:var(--act)}
small{display:block}
small,.soft,footer{color:var(--soft);font-size:.875rem}
.note{padding-left:.75rem;border-left:3px solid var(--line);white-space:pre-line}
.plain{list-style:none}
.test{padding:.375rem 1rem;background:var(--warned);color:var(--warn);font-size:.875rem;font-weight:500;text-align:center}
main{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));max-width:55rem;margin:3rem auto 1.5rem;background:var(--paper);border:1px solid var(--line);border-radius:.875rem;overflow:hidden}
main:has(>:only-child){max-width:28rem}
main>*{min-width:0;padding:2rem}
main>*,section,form,[data-open],[data-ended]{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem;align-content:start}
.about{background:var(--sunken)}
.about section{gap:0}
.about h2{color:var(--soft);font-size:.875rem;font-weight:400}
.whose{display:flex;align-items:center;gap:.75rem;margin-bottom:.5rem}
.whose>:last-child{font-size:1rem;line-height:1.5;font-weight:600;letter-spacing:0}
.mark{flex:none;display:grid;place-items:center;width:2rem;height:2rem;border-radius:.5rem;background:var(--act);color:var(--on);font-weight:600}
.amount dt{color:var(--soft)}
.amount dd{font-size:2rem;line-height:1.25;font-weight:600;letter-spacing:-.02em}
.amount,.rows{font-variant-numeric:tabular-nums}
.rows>*{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.625rem 0}
.rows>*+*,dl.rows{border-top:1px solid var(--line)}
.rows>*>:first-child{flex:1 1 10rem}
.ways{display:grid;gap:.5rem}
.ways li,.choices label{position:relative;padding:.75rem 1rem .75rem 2.75rem;border:1px solid var(--line);border-radius:.625rem}
.ways li:has([aria-current]),.choices label:has(:checked){border-color:var(--act);box-shadow:inset 0 0 0 1px var(--act)}
.ways a{color:inherit;font-weight:500;text-decoration:none}
.ways a:before,.choices input{position:absolute;left:1rem;top:1rem;width:1rem;height:1rem;margin:0;accent-color:var(--act)}
.ways a:before{content:"";border:1.5px solid var(--edge);border-radius:50%}
.ways [aria-current]:before{border:5px solid var(--act)}
.ways a:after{content:"";position:absolute;inset:0;border-radius:inherit}
button,.button{display:block;min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--edge);border-radius:.375rem;background:none;color:inherit;font:inherit;font-weight:500;text-align:center;text-decoration:none;cursor:pointer}
.main{min-height:3rem;padding-top:.6875rem;border-color:var(--act);background:var(--act);color:var(--on)}
:focus-visible{outline:2px solid var(--act);outline-offset:2px}
.ways a:focus-visible:after{outline:inherit;outline-offset:2px;border-radius:.625rem}
.facts dt{color:var(--soft);font-size:.875rem}
.facts dd{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding-bottom:.5rem;margin-bottom:.5rem;border-bottom:1px solid var(--line)}
.facts button{flex:none;min-height:1.875rem;padding:.125rem .6875rem;font-size:.875rem}
code{font:500 1rem/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace}
.qr{display:block;width:13rem;max-width:100%;margin:0 auto;background:#fff;fill:#000;border-radius:.625rem}
.alert{gap:0;padding:.75rem 1rem;border-radius:.375rem;background:var(--note)}
.alert>*+*{margin-top:.5rem}
.alert ul{padding-left:1.25rem}
fieldset{display:grid;gap:.5rem;min-width:0;margin:0;padding:0;border:0}
legend,.field label{padding:0 0 .375rem;font-weight:500}
.field :is(input,select){width:100%;min-height:2.75rem;margin-top:.375rem;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:.375rem;background:var(--paper);color:inherit;font:inherit}
.field input:user-invalid,.field [aria-invalid]{border-color:var(--bad);box-shadow:inset 0 0 0 1px var(--bad)}
.fault:not(:empty){margin-top:.375rem}
.fault{color:var(--bad);font-size:.875rem}
footer{padding:0 1rem 1.5rem}
footer ul{display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem 1rem}
footer a{color:inherit}
footer [aria-current]{font-weight:600;text-decoration:none}
#copied{padding:0 1rem 1rem;text-align:center}
[hidden]{display:none!important}
@media(max-width:48rem){main{margin:0 0 1.5rem;border-width:0 0 1px;border-radius:0}main>*{padding:1.5rem 1rem}main:has(>:only-child){max-width:none}}
@media print{button,.button,footer{display:none}}
`.trim();
