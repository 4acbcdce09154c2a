/**
 * Copies; counts down, by what was left when the page was made, because the buyer's clock may be wrong, and shows at the
 * end that it has ended. Everything is there without it.
 */
export const script = `
for(const button of document.querySelectorAll('button[data-copy]')){
if(!navigator.clipboard)break;
button.hidden=false;
const text=button.textContent;
button.addEventListener('click',async()=>{
await navigator.clipboard.writeText(button.dataset.copy);
button.textContent=document.querySelector('#copied').textContent=button.dataset.copied;
setTimeout(()=>{button.textContent=text;document.querySelector('#copied').textContent=''},3000);
});
}
for(const timer of document.querySelectorAll('[data-left]')){
const end=Date.now()+Number(timer.dataset.left);
const show=()=>{
const left=Math.max(0,Math.ceil((end-Date.now())/1000));
timer.querySelector('span').textContent=Math.floor(left/60)+':'+String(left%60).padStart(2,'0');
if(left>0)setTimeout(show,1000);
else for(const part of document.querySelectorAll('[data-open],[data-ended]')){
part.hidden='open' in part.dataset;
if(part.dataset.ended)document.title=document.querySelector('h1').textContent=part.dataset.ended;
}
};
timer.hidden=false;
show();
}
`.trim();
