/** Texts about changes and ends of pages at a minute to come. */
export const planTexts = {
  end: '下架時間',
  endRule: '到了這個時間（台北時間），這一頁會封存，訪客就看不到了。',
  planEnd: '排定下架',
  moreText: '取消發布、封存或移到回收桶，排好的更新與下架也會一起取消。',
  cancel: '取消排程',
  dismiss: '知道了，不再顯示',
  /** Names of the button that lets visitors see a text, by what it will do. */
  button: {
    publish: { now: '現在發布', at: (time: string) => `${time} 發布` },
    update: { now: '立即更新', at: (time: string) => `${time} 更新` },
  },
  /** Words for a plan that waits, in a list. */
  due: {
    publish: (time: string) => `會在 ${time} 更新`,
    archive: (time: string) => `會在 ${time} 下架`,
  },
  /** A plan in a list, and its editor. */
  listed: (due: string, name: string) => `${due}，${name}排定`,
  /** Words about one page. */
  together: (words: readonly string[]) => words.join('，'),
  waiting: {
    publish: (time: string, name: string, savedAt: string) =>
      `${time} 會更新成${name}在 ${savedAt} 排好的版本（台北時間）。之後存的草稿不在裡面，要一起更新就再排一次。`,
    archive: (time: string, name: string, savedAt: string) =>
      `${time} 會下架（台北時間），由${name}在 ${savedAt} 排定。`,
  },
  refused: {
    overtaken: (time: string, name: string) =>
      `${name}排在 ${time} 的更新不會執行：排好之後，網站上的版本有了別的更動。排好的內容留在「歷史」裡，請看過現在的版本，再排一次或直接更新。`,
    invalid: (time: string, name: string) =>
      `${name}排在 ${time} 的更新沒有執行：內容用到的東西已經不在了，或是已經不能發布。排好的內容留在「歷史」裡，請改好之後再排一次。`,
    failed: (time: string, name: string) =>
      `${name}排在 ${time} 的更新或下架試了三次都失敗，沒有執行。內容都還在，請再排一次；如果還是失敗，請告訴管理員。`,
  },
  done: {
    planned: (time: string) => `已排程，會在 ${time} 更新（台北時間）。在那之前，訪客看到的還是現在的版本。`,
    'end-planned': (time: string) => `已排定，會在 ${time} 下架（台北時間）。`,
    'plan-cancelled': '排程已取消。',
  },
  events: {
    'plan-change': '排定更新',
    'plan-end': '排定下架',
    'cancel-plan': '取消排程',
    'planned-change': '依排程更新',
    'planned-end': '依排程下架',
    'plan-refused': '排程沒有執行',
  },
  /** Added to an event that came after its minute. */
  late: (time: string) => `（原定 ${time}，網站當時沒有執行，晚了）`,
  planned: (time: string) => `（${time}）`,
  title: '排程中的更新與下架',
  problem: {
    past: (label: string) => `「${label}」已經過了，請填以後的時間。`,
    unseen: '那個時候訪客還看不到這一頁，請先發布，或填晚一點的時間。',
    unchanged: '內容和網站上的一樣，沒有可以排程的修改。',
    sooner: '還沒有發布：時間改了，訪客會比按鈕上寫的更早看到。按鈕已經換成現在的時間，確定的話請再按一次。',
    later: '這份草稿填了以後的更新時間。請打開它，在那裡排程，或清空時間再發布。',
    isUsed: (titles: string) =>
      `「${titles.replaceAll('\n', '」「')}」排好時間的更新會用到它，請先取消那個排程。`,
  },
} as const;
