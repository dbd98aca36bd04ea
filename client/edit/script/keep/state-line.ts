/** A line beside the buttons of a form, which is read out when it changes. */
export interface StateLine {
  tell(sentence: string, link?: { href: string; text: string }): void;
}

export function addStateLine(typed: HTMLFormElement): StateLine {
  const line = document.createElement('p');
  line.className = 'edit-saved';
  line.setAttribute('role', 'status');
  // The button that does what the form is for stands in the middle of some pages, and at the end of others.
  (typed.querySelector('.edit-actions') ?? typed).append(line);
  return {
    tell(sentence, link) {
      // The same sentence is not read out again.
      if (line.dataset['sentence'] === sentence) return;
      line.dataset['sentence'] = sentence;
      line.textContent = sentence;
      if (link !== undefined) line.append(' ', linkTo(link));
    },
  };
}

/** Opens beside the page, whose texts stay. */
function linkTo({ href, text }: { href: string; text: string }): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = href;
  link.target = '_blank';
  link.rel = 'noopener';
  link.className = 'text-primary underline';
  link.textContent = text;
  return link;
}
