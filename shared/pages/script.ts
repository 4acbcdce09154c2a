/**
 * The script copies values; counts down from the time that was left when the page was made, because the reader's clock
 * may be wrong, and shows at the end that the time is over; and checks typed values, in every spelling that the server
 * accepts, when a field is left and until it is valid. It never prevents a form from being sent: the server decides.
 * Everything works without it.
 *
 * A field that is left is checked a moment later, because showing its fault moves what is below, and a button that
 * moves while it is pressed is not clicked.
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
for(const field of document.querySelectorAll('[data-pattern]')){
const fault=document.getElementById(field.name+'-fault');
const pattern=new RegExp(field.dataset.pattern);
const check=()=>{
const plain=field.value.replace(/(?!\\p{L})\\p{Default_Ignorable_Code_Point}|\\s/gu,'').replace(/[\\p{Pd}\\u2212]/gu,'-');
const bare=plain.replace(/[-.()\\/]/g,'');
const forms=[plain,bare,'+'+bare,'+55'+bare].flatMap(form=>[form,form.toLowerCase(),form.toUpperCase().replace(/^IBAN:?/,'')]);
const wrong=plain!==''&&!forms.some(form=>pattern.test(form));
fault.textContent=wrong?field.dataset.fault:'';
if(wrong)field.setAttribute('aria-invalid','true');
else field.removeAttribute('aria-invalid');
};
field.addEventListener('change',()=>setTimeout(check,250));
field.addEventListener('input',()=>{if(fault.textContent)check()});
}
`.trim();
