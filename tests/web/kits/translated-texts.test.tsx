import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { freshPageForEachTest } from '../page.tsx';

freshPageForEachTest();

/** What a browser's translation does: the nodes of texts are in the page no longer. */
function translate(place: Element): void {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts.filter(({ data }) => data.trim() !== '')) {
    const outer = document.createElement('font');
    outer.append(document.createElement('font'));
    outer.firstElementChild?.append(text.data);
    text.replaceWith(outer);
  }
}

interface Seen {
  name: string;
  mark: number;
  isLate: boolean;
  first: ReactNode;
}

const Given = ({ children }: { children: ReactNode }) => <p>{children}</p>;
const GivenBeside = ({ children }: { children: ReactNode }) => (
  <p>
    <b>!</b>
    {children}
  </p>
);
const Several = ({ name, mark }: Seen) => (
  <>
    {name}: {mark}
  </>
);
const One = ({ name }: Seen) => <>{name}</>;

/** The kinds of places where a text is beside an element, and what each shows of the two people below. */
const kinds: Record<string, { look: (seen: Seen) => ReactNode; shows: [string, string] }> = {
  'behind an element': {
    look: ({ name }) => (
      <p>
        <i>-</i> {name}
      </p>
    ),
    shows: ['- Ali, Bo', '- Chan, Li'],
  },
  'between elements that come and go': {
    look: ({ first, name, mark, isLate }) => (
      <p>
        {first}
        {name} has {mark}
        {isLate && <b>, late</b>}.
      </p>
    ),
    shows: ['Ali, Bo has 3, late.', '*Chan, Li has 0.'],
  },
  'as a text that comes and goes': {
    look: ({ name, isLate }) => (
      <p>
        {isLate && 'Late: '}
        <b>{name}</b>
        {!isLate && ' in time'}
      </p>
    ),
    shows: ['Late: Ali, Bo', 'Chan, Li in time'],
  },
  'as a text or an element': {
    look: ({ name, mark, isLate }) => (
      <p>
        {isLate ? name : <b>{name}</b>}
        <i>{mark}</i>
      </p>
    ),
    shows: ['Ali, Bo3', 'Chan, Li0'],
  },
  'in a fragment beside elements': {
    look: (seen) => (
      <p>
        <Several {...seen} />
        <i> of 20</i>
      </p>
    ),
    shows: ['Ali, Bo: 3 of 20', 'Chan, Li: 0 of 20'],
  },
  'alone in a fragment': {
    look: (seen) => (
      <p>
        <One {...seen} />
      </p>
    ),
    shows: ['Ali, Bo', 'Chan, Li'],
  },
  'given to a component with elements': {
    look: ({ name, mark }) => (
      <Given>
        <i>-</i> {name} {mark}
      </Given>
    ),
    shows: ['- Ali, Bo 3', '- Chan, Li 0'],
  },
  'given to a component that puts it beside elements': {
    look: ({ name, isLate }) => (
      <GivenBeside>
        {name}
        {isLate && <b> late</b>}
      </GivenBeside>
    ),
    shows: ['!Ali, Bo late', '!Chan, Li'],
  },
  'in a list of texts and elements': {
    look: ({ name, isLate }) => (
      <p>{name.split(' ').map((part) => (part.endsWith(',') === isLate ? <b key={part}>{part}</b> : part))}</p>
    ),
    shows: ['Ali,Bo', 'Chan,Li'],
  },
};

const ali: Seen = { name: 'Ali, Bo', mark: 3, isLate: true, first: null };
const chan: Seen = { name: 'Chan, Li', mark: 0, isLate: false, first: <b>*</b> };

describe('a page that a program translated', () => {
  it.each(Object.entries(kinds))('shows the next student’s name where it stands %s', (_, { look, shows }) => {
    const { container, rerender } = render(look(ali));
    for (const [seen, shown] of [
      [ali, shows[0]],
      [chan, shows[1]],
      [ali, shows[0]],
    ] as const) {
      rerender(look(seen));
      expect(container.textContent).toBe(shown);
      translate(container);
    }
  });
});

it('says names of buttons as they are read', () => {
  render(
    <button type="button">
      <svg aria-hidden="true" /> Save {3} of <b>{20}</b>
    </button>,
  );
  expect(screen.getByRole('button').textContent).toBe(' Save 3 of 20');
  expect(screen.getByRole('button', { name: 'Save 3 of 20' })).toBeTruthy();
});
