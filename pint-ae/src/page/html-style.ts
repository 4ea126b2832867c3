/**
 * The style of the HTML view, for screen and paper. A single text, so that the policy can contain
 * its hash.
 */
export const style = `
*{box-sizing:border-box;margin:0}
body{font:14px/1.45 "Noto Sans","Noto Sans Arabic","Noto Naskh Arabic",system-ui,"Segoe UI",Tahoma,sans-serif;\
color:#1c2430;background:#f3f5f7}
main{max-width:1000px;margin:24px auto;padding:40px;background:#fff;border:1px solid #dde2e8}
header{display:flex;justify-content:space-between;gap:24px;padding-bottom:16px;border-bottom:3px solid #0b5c6b}
h1{font-size:24px;line-height:1.25}h2{font-size:12px;color:#0b5c6b;margin-bottom:6px}
.logo{display:block;max-height:64px;max-width:260px;margin-bottom:12px}.number{font-size:16px;color:#4a5664}
.status{padding:10px 14px;border-inline-start:4px solid #8a6d00;background:#fbf6e3;font-size:12px;min-width:230px}
.status strong{font-size:15px}.status.good{border-color:#1b7a43;background:#e9f6ee}\
.status.bad{border-color:#b3261e;background:#fcebea}
section{margin-top:22px}
dl{display:flex;flex-wrap:wrap;gap:8px 28px}dl div{min-width:120px}dt{font-size:11px;color:#5d6875}\
dd{margin:0;overflow-wrap:anywhere}
.parties{display:grid;grid-template-columns:1fr 1fr;gap:20px}.parties article{border:1px solid #dde2e8;padding:14px}
.parties dl{display:block;margin-top:8px}.parties dl div{display:flex;gap:8px;font-size:12px}\
.parties dt{min-width:130px;font-size:12px}
.name{font-size:15px;font-weight:600}
table{border-collapse:collapse;width:100%}
.grid th{font-size:11px;text-align:start;color:#5d6875;border-bottom:1px solid #9aa5b1;padding:6px 8px;\
vertical-align:bottom}
.grid td{padding:7px 8px;border-bottom:1px solid #e6eaee;vertical-align:top;overflow-wrap:anywhere}
.grid .figure{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.both{display:flex;justify-content:space-between;gap:2px 14px;flex-wrap:wrap}h1 .both,.grid th .both{display:block}\
h1 .both span,.grid th .both span{display:block}
.scroll{overflow-x:auto}.grid .narrow{white-space:nowrap}.grid .wide{min-width:170px}
.mark{position:fixed;inset:0;display:grid;place-items:center;font-size:min(22vw,200px);font-weight:700;color:#b3261e;\
opacity:.13;transform:rotate(-52deg);pointer-events:none;print-color-adjust:exact}
small{display:block;color:#5d6875;font-size:11.5px}
.sums table{width:auto;margin-inline-start:auto;min-width:340px}
.sums h2{text-align:end}
.sums th{font-weight:400;text-align:start;padding:4px 0;padding-inline-end:24px}\
.sums td{text-align:right;padding:4px 0;font-variant-numeric:tabular-nums}
.sums .strong th,.sums .strong td{font-weight:700;border-top:1px solid #9aa5b1}
.text{white-space:pre-wrap;overflow-wrap:anywhere}
dt{overflow-wrap:anywhere}
footer{margin-top:32px;padding-top:10px;border-top:1px solid #dde2e8;font-size:11px;color:#5d6875}
@media (max-width:700px){main{padding:16px;margin:0}header{display:block}.parties{grid-template-columns:1fr}\
h1{overflow-wrap:anywhere}dl{gap:8px 20px}.parties dl div{display:block;margin-top:6px}.parties dt{font-size:11px}\
.sums table{min-width:0;width:100%}.sums h2{text-align:start}}
@media print{body{background:#fff;font-size:11px}main{border:0;margin:0;padding:0;max-width:none}\
thead{display:table-header-group}\
tr,article,.sums{break-inside:avoid}h2{break-after:avoid}.scroll{overflow:visible}@page{margin:15mm}}
`
