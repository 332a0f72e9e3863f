import { expect, it } from 'vitest';
import { findSharedNames, nameApart, studentNameApart } from '../../../shared/people/shared-names.ts';

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

it('takes a person who is in the list twice for one', () => {
  const notes = [
    { student_id: 'S1', name: 'Joseph, Ann' },
    { student_id: 'S1', name: 'Joseph, Ann' },
  ];
  expect(notes.map(studentNameApart(notes))).toEqual(['Joseph, Ann', 'Joseph, Ann']);
  const twins = [...notes, { student_id: 'S2', name: 'Joseph, Ann' }];
  expect(twins.map(studentNameApart(twins))).toEqual(['Joseph, Ann (S1)', 'Joseph, Ann (S1)', 'Joseph, Ann (S2)']);
});
