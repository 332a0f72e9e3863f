import { expect, it } from 'vitest';
import { findSharedNames, nameApart } from '../../../shared/people/shared-names.ts';

it('finds the names that several have, whatever their case and blanks', () => {
  expect([...findSharedNames(['Joseph, Ann', 'Bell, Zoe', 'joseph,  ann', 'Joseph, Anna'])]).toEqual([
    'Joseph, Ann',
    'joseph,  ann',
  ]);
});

it('writes the id behind a name that several have, and behind no other', () => {
  const people = [
    { id: '01', name: 'Joseph, Ann' },
    { id: '02', name: 'Bell, Zoe' },
    { id: '03', name: 'Joseph, Ann' },
  ];
  const name = nameApart(people, { name: (one) => one.name, id: (one) => one.id });
  expect(people.map(name)).toEqual(['Joseph, Ann (01)', 'Bell, Zoe', 'Joseph, Ann (03)']);
});
