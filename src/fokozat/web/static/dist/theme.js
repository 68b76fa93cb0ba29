"use strict";(()=>{var e=document.documentElement;e.classList.add("scripts");try{let t=localStorage.getItem("theme");(t==="light"||t==="dark")&&(e.dataset.theme=t)}catch{}})();
