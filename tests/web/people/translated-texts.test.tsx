import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { freshPageForEachTest } from '../page.tsx';

freshPageForEachTest();

/** What a program that translates does: the nodes of texts are in the page no longer. */
function translate(place: Element): void {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const font = document.createElement('font');
    font.append(text.data);
    text.replaceWith(font);
  }
}

it('says from whom a class is taken, also where the page was translated before another one was chosen', async () => {
  const { ClassPostField } = await import('../../../web/features/people/lessons/class-post-field.tsx');
  const field = (name: string, class_id: string) => (
    <ClassPostField
      label="Form Class"
      classIds={['1A', '2B']}
      posts={{ chosen: [], state: { status: 'idle' }, taking: { name, class_id } } as never}
    />
  );
  const { container, rerender } = render(field('Mona Núñez', '1A'));
  translate(container);
  rerender(field('Eric Ali', '2B'));
  const text = container.querySelector('[role=alert] p')?.textContent;
  expect(text).toBe('Eric Ali is form teacher of 2B. A class has one form teacher.');
});
