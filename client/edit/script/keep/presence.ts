import { keepingTexts as texts } from '#shared/locale/editors/keeping-texts.ts';
import type { StateLine } from './state-line.ts';
import type { TabId } from './tab-id.ts';

/** Message of a tab to the others of its browser about the form in it. */
interface TabMessage {
  type: 'open' | 'here' | 'gone';
  key: string;
  tab: string;
  version: number;
}

/** Answer of the server (server/features/editing/autosave/presence.ts). */
interface Presence {
  version: number | null;
  others: { name: string; minutes: number }[];
}

interface PresenceOptions {
  /** Address of the form, with key and version of its entry. */
  address(): URL;
  tab: TabId;
  line: StateLine;
}

const everyMs = 30_000;

/**
 * Tells who else has the form of the entry open, own tabs too, and whether it was stored since the form was made.
 * Nothing is locked by it.
 */
export function showPresence({ address, tab, line }: PresenceOptions): void {
  const key = address().searchParams.get('key') ?? '';
  /** 0 for a new entry. A text that has come back has that from which it was made. */
  const version = () => Number(address().searchParams.get('version') ?? 0);
  const ownTabs = new Set<string>();
  let others: Presence['others'] = [];
  let newest = version();

  function tell(): void {
    const sentences = [
      newest > version() ? texts.overtaken : '',
      others.length > 0 ? texts.others(others) : '',
      ownTabs.size > 0 ? texts.ownTab : '',
    ];
    line.tell(sentences.join(''));
  }

  async function ask(): Promise<void> {
    if (document.visibilityState !== 'visible') return;
    const { pathname } = address();
    let present: Presence['others'] = [];
    try {
      const response = await fetch(`${pathname}/presence?key=${key}&tab=${tab.get()}`, { method: 'PUT' });
      if (response.ok) {
        const presence: Presence = await response.json();
        present = presence.others;
        newest = Math.max(newest, presence.version ?? 0);
      }
    } catch {
      // The autosave says that there is no line.
    }
    others = present;
    tell();
  }

  const channel = openChannel(
    (message) => {
      if (message.key !== key) return;
      const isCopy = message.tab === tab.get();
      // The one that was there first goes on with the name.
      if (isCopy && message.type === 'here') {
        tab.renew();
        channel.send('open');
      }
      if (message.type === 'gone') ownTabs.delete(message.tab);
      else if (!isCopy) ownTabs.add(message.tab);
      newest = Math.max(newest, message.version);
      if (message.type === 'open') channel.send('here');
      tell();
    },
    (type) => ({ type, key, version: version(), tab: tab.get() }),
  );

  // A new entry has nobody else yet.
  if (version() > 0) {
    void ask();
    setInterval(() => void ask(), everyMs);
    document.addEventListener('visibilitychange', () => void ask());
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) void ask();
    });
  }
}

/** Closed while the page is kept for going back: browsers keep no page with an open channel. */
function openChannel(
  onMessage: (message: TabMessage) => void,
  messageOf: (type: TabMessage['type']) => TabMessage,
) {
  let channel: BroadcastChannel | null = null;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has pages of one origin alone
  const send = (type: TabMessage['type']) => channel?.postMessage(messageOf(type));
  function open(): void {
    channel = new BroadcastChannel('qingye:edit');
    channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => onMessage(data));
    send('open');
  }
  window.addEventListener('pagehide', () => {
    send('gone');
    channel?.close();
    channel = null;
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) open();
  });
  // After the caller has the channel.
  queueMicrotask(open);
  return { send };
}
