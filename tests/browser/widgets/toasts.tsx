import { createRoot } from 'react-dom/client';
import { createToastQueue } from '#client/ui/toast-queue.ts';
import { ToastRegion } from '#client/ui/toast-region.tsx';

const queue = createToastQueue();
const labels = { region: '通知（{hotkey}）', announcement: '通知', close: '關閉' };

createRoot(document.getElementById('root') ?? document.body).render(
  <main>
    <button type="button">頁面的按鈕</button>
    <ToastRegion queue={queue} labels={labels} />
  </main>,
);
Object.assign(globalThis, { toasts: queue });
