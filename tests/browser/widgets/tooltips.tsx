import { createRoot } from 'react-dom/client';
import { TooltipLayer } from '#client/ui/tooltip-layer.tsx';

createRoot(document.getElementById('root') ?? document.body).render(
  <main style={{ display: 'grid', gap: 120, padding: 120, height: '150vh', justifyItems: 'start' }}>
    <p id="note">說明</p>
    <time title="2026年11月20日">2 天前</time>
    <button type="button" title="放大圖片" aria-describedby="note">
      放大
    </button>
    <button type="button">沒有提示</button>
    <dialog>
      <button type="button" title="下一張圖片">
        下一張
      </button>
    </dialog>
    <TooltipLayer />
  </main>,
);
