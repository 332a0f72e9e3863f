import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { freshPageForEachTest } from '../page.tsx';
import { translate } from '../translate.ts';

freshPageForEachTest();

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

it('shows both values of the next conflict, also where the page was translated before it', async () => {
  const { ConflictChoice } = await import('../../../web/forms/conflict-choice.tsx');
  const choice = (by: string, label: string) => (
    <ConflictChoice conflict={{ by, at: null } as never} label={label} mine="1" theirs="2" onSettle={() => undefined} />
  );
  const { container, rerender } = render(choice('Ada Office', 'Term Start'));
  translate(container);
  rerender(choice('Eric Ali', 'Term End'));
  expect(container.querySelector('[role=alert] span')?.textContent).toBe('Eric Ali changed Term End.');
});

it('shows texts of several parts as they are now, also where the page was translated when one part was there or not', () => {
  const line = (name: string, given: number, isLate: boolean) => (
    <p>
      {name}: {given} of 20{isLate && ', late'}
    </p>
  );
  const { container, rerender } = render(line('Ali, Bo', 3, true));
  expect(container.textContent).toBe('Ali, Bo: 3 of 20, late');
  translate(container);
  rerender(line('Chan, Li', 0, false));
  expect(container.textContent).toBe('Chan, Li: 0 of 20');
  translate(container);
  rerender(line('Ali, Bo', 4, true));
  expect(container.textContent).toBe('Ali, Bo: 4 of 20, late');
});
