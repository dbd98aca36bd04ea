import { formatNumber } from '../numbers.ts';
import type { StatusProblem } from '#shared/status.ts';

interface ProblemTexts {
  title: string;
  /** Effect on visitors and editors. */
  text: string;
  /** Remedy. */
  todo: string;
}

const problems: Record<StatusProblem, ProblemTexts> = {
  'database-gone': {
    title: '資料庫沒有回應',
    text: '存過的頁面還看得到，其他頁面與所有表單都會回答 503。沒有任何資料遺失。',
    todo: '請確認資料庫伺服器還在執行、網路可以連線；使用 SQLite 時，請確認資料夾裡的檔案沒有被移動或取代。恢復之後網站會自己繼續。',
  },
  'database-read-only': {
    title: '資料庫只能讀取',
    text: '頁面照常，但什麼都存不進去：收藏、登入與編輯都會回答 503。已經存好的資料沒有遺失。',
    todo: '主要的資料庫伺服器換成另一台之後，請讓 DATABASE_URL 連到可以寫入的那一台，並確認它沒有停在備援模式；使用 SQLite 時，請確認磁碟不是以唯讀方式掛載。可以寫入之後，網站五秒內會自己恢復。',
  },
  'disk-full': {
    title: '磁碟空間不足',
    text: '頁面照常，但什麼都存不進去：收藏、登入、編輯與新的圖片都會被拒絕。',
    todo: '請刪除不需要的檔案，或換用更大的磁碟。有空間之後網站會自己繼續，不需要重新啟動。',
  },
  'folder-not-writable': {
    title: '資料夾無法寫入',
    text: '新的圖片無法儲存，也無法產生不同尺寸的圖檔。',
    todo: '請檢查資料夾（DATA_DIR）的擁有者與權限，以及磁碟是否以唯讀方式掛載。',
  },
  'media-away': {
    title: '圖片的儲存服務沒有回應',
    text: '頁面照常，但圖片與影音會回答 502，新的圖片也會被拒絕。沒有任何資料遺失，等待處理的圖片之後會補做。',
    todo: '請確認 MEDIA_STORE 的位址、儲存空間與金鑰，以及那個服務是否在運作；執行 npm run media -- check 會說出原因。恢復之後網站會自己繼續。',
  },
  'schema-unexpected': {
    title: '資料庫的結構不適合這個版本',
    text: '另一個版本的程式更改了資料庫，拿掉了這個版本可能還需要的部分，或是這個版本需要的部分還沒有加上。',
    todo: '請讓所有程序都執行較新的那個版本。',
  },
  'feed-silent': {
    title: '收不到內容變更的通知',
    text: '資料庫正常，但這個程序不知道別人寫了什麼，所以每一頁都重新產生，網站會比平常慢。',
    todo: '請檢查到 PostgreSQL 的連線（設定了 DATABASE_LISTEN_URL 時是那一個位址），以及中間的代理與防火牆。接上之後會自己恢復。',
  },
  'edge-untold': {
    title: '前方的快取收不到變更',
    text: '網站告訴不了前方的快取哪些頁面變了，訪客可能看到舊的頁面。沒有送到的不會遺失，接上之後會補送。',
    todo: '請檢查 PURGE_URL、PURGE_SECRET 與快取是否在運作；紀錄裡寫著它怎麼回答。急的時候，清空快取就不會有舊的頁面。',
  },
  'database-slow': {
    title: '資料庫很慢',
    text: '最近十分鐘有許多查詢花了太久的時間，沒有存過的頁面會慢，或回答 503。',
    todo: '紀錄裡的「a query was slow」寫著是哪些查詢、來自哪個網址。請看資料庫是否正在備份、被其他程式鎖住，或磁碟太忙。',
  },
  'pages-slow': {
    title: '有些頁面很慢',
    text: '最近十分鐘有許多頁面花了太久才產生。',
    todo: '紀錄裡的「a page was slow」寫著網址與原因（database、loading 或 rendering）。',
  },
  'pictures-failing': {
    title: '有些圖片無法處理',
    text: '這些圖片仍然看得到，但沒有較小的 AVIF 檔案，也沒有分享用的圖。',
    todo: '紀錄裡的「the files of a picture could not be made」寫著檔名與原因。請確認 originals 資料夾裡的原檔還在，或重新上傳這張圖片。',
  },
  'search-behind': {
    title: '搜尋還沒有收錄最新的內容',
    text: '剛剛寫入的內容暫時搜尋不到。',
    todo: '大量匯入之後請等幾分鐘。如果一直沒有減少，請看紀錄裡索引的錯誤，或執行 npm run search -- rebuild。',
  },
  'disk-nearly-full': {
    title: '磁碟快要滿了',
    text: '目前一切正常，空間用完之後就什麼都存不進去了。',
    todo: '請現在就刪除不需要的檔案，或換用更大的磁碟。',
  },
  'backup-old': {
    title: '備份太舊',
    text: '最後一次備份是兩天以前。',
    todo: '請檢查定時備份的工作是否還在執行。',
  },
  'backup-ahead': {
    title: '備份的時間在未來',
    text: '最後一次備份的時間比這台機器的時鐘還晚，所以看不出它有多舊。',
    todo: '請確認做備份的機器與這台機器的時鐘都正確，再做一次備份。',
  },
  'backup-never': {
    title: '還沒有備份的紀錄',
    text: '這個網站沒有記錄過任何備份。使用資料庫本身的工具備份時，這裡不會知道。',
    todo: '請安排每天備份資料庫與圖片，並且試著還原一次。',
  },
  stopping: {
    title: '這個程序正在停止',
    text: '它會先完成手上的請求，新的請求由其他程序回答。',
    todo: '不需要做什麼。',
  },
};

/** Texts of the status page. */
export const statusTexts = {
  title: '網站狀態',
  asOf: (time: string) => `${time}（台北時間）的狀態。重新整理這一頁就會再看一次。`,
  allWell: '一切正常。',
  found: (count: number) => `${count} 件事需要注意`,
  todo: '怎麼做：',
  problems,
  nobodyKnows: '資料庫沒有回應，所以無法確認你是誰。這一頁只給管理用的網路看。',

  /** Language of the details that commands record. */
  languageOfCommands: 'en',

  unknown: '不明',
  none: '沒有',
  yes: '正常',
  no: '不正常',
  parts: {
    database: '資料庫',
    pages: '頁面',
    work: '背景工作',
    operations: '備份與匯入',
    disk: '磁碟',
    versions: '版本',
    process: '這個程序',
  },
  labels: {
    engine: '種類',
    isThere: '回應',
    schema: '結構',
    pool: '連線',
    feed: '內容變更的通知',
    edge: '前方的快取',
    slowQueries: '最近十分鐘的慢查詢',
    kept: '記憶體裡的頁面',
    hitShare: '直接從記憶體回答',
    slowPages: '最近十分鐘的慢頁面',
    waitingPictures: '等待處理的圖片',
    failedPictures: '無法處理的圖片',
    unindexed: '等待收錄的內容',
    backup: '最後一次備份',
    import: '最後一次匯入',
    free: '可用空間',
    folder: '資料夾寫入',
    mediaStore: '圖片的儲存服務',
    site: '網站程式',
    build: '建置',
    node: 'Node.js',
    id: '程序編號',
    startedAt: '啟動時間',
    memory: '使用的記憶體',
  },
  nobodyYet: '還沒有人看過頁面',
  schema: (migration: string, isExpected: boolean) =>
    isExpected ? migration : `${migration}，與這個版本不同`,
  answered: (ms: number) => `${ms} 毫秒`,
  pool: (use: { open: number; idle: number; waiting: number; size: number }) =>
    `使用中 ${use.open - use.idle}，閒置 ${use.idle}，最多 ${use.size}；${use.waiting} 個請求正在等待`,
  slow: (count: number, longestMs: number) => (count === 0 ? '沒有' : `${count} 次，最久 ${longestMs} 毫秒`),
  kept: (entries: number, bytes: string, max: string) => `${formatNumber(entries)} 頁，${bytes}，最多 ${max}`,
  share: (percent: number) => `${percent}%`,
  upTo: (count: number) => (count >= 1000 ? '1,000 以上' : String(count)),
  freeOf: (free: string, total: string) => `${free}，共 ${total}`,
  trouble: (code: string) => `無法寫入（${code}）`,
} as const;
