/** Copies, counts down. Everything is there without it. */
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
for(const timer of document.querySelectorAll('[data-until]')){
const show=()=>{
const left=Math.max(0,Math.ceil((Number(timer.dataset.until)-Date.now())/1000));
timer.querySelector('span').textContent=Math.floor(left/60)+':'+String(left%60).padStart(2,'0');
if(left>0)setTimeout(show,1000);
};
timer.hidden=false;
show();
}
`.trim();
