import { use, useEffect, type SubmitEvent } from 'react';
import { publicBaseOf } from '#shared/app-config.ts';
import { colorModes, isColorMode } from '#shared/color-mode.ts';
import { paths } from '#shared/address/paths.ts';
import { chooseColorMode, readChosenColorMode } from '../browser/keep/show-color-mode.ts';
import { AppConfigContext, useHref } from '../context/app-config-context.ts';
import { ColorModeContext } from '../context/color-mode-context.ts';
import { useOwnAddress } from '../context/use-own-address.ts';
import { useText } from '../context/use-text.ts';

/** Form that the server handles; with script the choice is applied here, at once. */
export function ColorModeChoice() {
  const t = useText();
  const href = useHref();
  const config = use(AppConfigContext);
  const back = useOwnAddress();
  const [shown, show] = use(ColorModeContext);
  useEffect(() => followCookie(() => show(readChosenColorMode())), [show]);

  function choose(event: SubmitEvent<HTMLFormElement>): void {
    const { submitter } = event.nativeEvent;
    const mode = submitter instanceof HTMLButtonElement ? submitter.value : null;
    if (!isColorMode(mode)) return;
    // A browser without cookies for this site asks the server, which has the same answer.
    if (!chooseColorMode(mode, publicBaseOf(config))) return;
    event.preventDefault();
    show(mode);
  }

  return (
    <form
      className="color-modes"
      aria-label={t('colorMode.label')}
      method="post"
      action={href(paths.colorMode)}
      onSubmit={choose}
    >
      <input type="hidden" name="next" value={href(back)} />
      {colorModes.map((mode) => (
        <button key={mode} name="mode" value={mode} aria-pressed={mode === shown}>
          {t(`colorMode.modes.${mode}`)}
        </button>
      ))}
    </form>
  );
}

/** The choice may have changed in another tab, or since this page was left for another. */
function followCookie(follow: () => void): () => void {
  follow();
  const events = ['pageshow', 'focus'] as const;
  for (const event of events) addEventListener(event, follow);
  return () => {
    for (const event of events) removeEventListener(event, follow);
  };
}
