import { describe, expect, it } from 'vitest';
import { optionalStudentFields } from '#shared/students/fields.ts';
import { detectFileType } from '#shared/students/files/file-type.ts';
import { pictureNamePattern, studentIdOfPicture } from '#shared/students/picture.ts';
import { demoPictures } from '../../../local/demo-school/pictures/student-pictures.ts';
import type { Student } from '../../../local/demo-school/types.ts';
import { demoDays, demoSchoolFile, generateDemoSchoolOn, seedOfDay } from '../../support/samples/demo-school.ts';

const classIds = demoSchoolFile.formClasses.map(({ id }) => id);

describe.each(demoDays)('the students of %s', (today) => {
  const { students, current } = generateDemoSchoolOn(today);
  const here = students.filter(({ status }) => status === 'current');
  const gone = students.filter(({ status }) => status === 'archived');
  const share = (holds: (student: Student) => boolean) => here.filter(holds).length / here.length;

  it('are 1,000 in 30 classes and 60 archived', () => {
    expect(here).toHaveLength(1000);
    expect(gone).toHaveLength(60);
    expect(new Set(here.map(({ classId }) => classId))).toEqual(new Set(classIds));
  });

  it('sit 30 to 36 in a class, at the level of their class', () => {
    for (const { id, form_level } of demoSchoolFile.formClasses) {
      const members = here.filter(({ classId }) => classId === id);
      expect(members.length, id).toBeGreaterThanOrEqual(30);
      expect(members.length, id).toBeLessThanOrEqual(36);
      expect(new Set(members.map(({ formLevel }) => formLevel))).toEqual(new Set([form_level]));
    }
  });

  it('have unique five-digit ids that begin with a zero', () => {
    expect(new Set(students.map(({ studentId }) => studentId)).size).toBe(students.length);
    for (const { studentId } of students) expect(studentId).toMatch(/^0\d{4}$/);
  });

  it('have ages that fit their forms', () => {
    for (const { studentId, dateOfBirth, formLevel } of here) {
      if (dateOfBirth === undefined) continue;
      const age = (Date.parse(`${current.year}-09-01`) - Date.parse(dateOfBirth)) / (365.25 * 86_400_000);
      expect(age, studentId).toBeGreaterThan(formLevel + 9.9);
      expect(age, studentId).toBeLessThan(formLevel + 14.1);
    }
  });

  it('came to the school after they were born and not after today', () => {
    for (const { entryDate, dateOfBirth } of students) {
      if (entryDate === undefined) continue;
      expect(entryDate <= today || entryDate.slice(0, 4) === today.slice(0, 4), entryDate).toBe(true);
      expect(entryDate > (dateOfBirth ?? '')).toBe(true);
    }
  });

  it('left in a past year when archived, and only then', () => {
    for (const { attributes } of here) expect(attributes.date_of_leaving).toBeUndefined();
    for (const { attributes } of gone) expect((attributes.date_of_leaving ?? '9') < `${current.year}-09-01`).toBe(true);
    expect(new Set(gone.map(({ attributes }) => attributes.date_of_leaving?.slice(0, 4))).size).toBeGreaterThan(3);
  });

  it('live in houses of the school', () => {
    const houses = new Set(demoSchoolFile.houses.map(({ id }) => id));
    for (const { houseCode } of here) if (houseCode !== undefined) expect(houses).toContain(houseCode);
    expect(new Set(here.flatMap(({ houseCode }) => houseCode ?? [])).size).toBe(houses.size);
  });

  it('have names with diacritics, apostrophes, hyphens, initials, and names longer than a column', () => {
    const count = (holds: (name: string, student: Student) => boolean) =>
      here.filter((student) => holds(`${student.firstName} ${student.lastName}`, student)).length;
    expect(count((name) => /\p{M}/u.test(name.normalize('NFD')))).toBeGreaterThan(60);
    expect(count((name) => name.includes("'"))).toBeGreaterThan(4);
    expect(count((name) => name.includes('’'))).toBeGreaterThan(0);
    expect(count((name) => name.includes('-'))).toBeGreaterThan(40);
    expect(count((name) => name.length > 40)).toBeGreaterThanOrEqual(3);
    expect(count((_, { lastName }) => lastName.length <= 2)).toBeGreaterThanOrEqual(2);
    expect(count((_, { middleName }) => middleName?.length === 1)).toBeGreaterThan(40);
    expect(count((_, { middleName }) => middleName === undefined)).toBeGreaterThan(100);
    expect(count((name) => name === 'Joshua Mohammed')).toBeGreaterThanOrEqual(2);
    for (const letter of ['Š', 'ř', 'Ł', 'ễ', 'Ø', 'Þ', 'Æ', 'ş']) {
      expect(
        count((name) => name.includes(letter)),
        letter,
      ).toBeGreaterThan(0);
    }
  });

  it('carry nearly every optional attribute of the spec, none of them blank, none of them all, and no files', () => {
    const known = new Map(
      optionalStudentFields.map((name) => [name, share(({ attributes }) => attributes[name] !== undefined)]),
    );
    const filled = [...known].filter(([, ofAll]) => ofAll > 0);
    expect(filled.length).toBeGreaterThan(75);
    expect(filled.filter(([name]) => name.startsWith('file_'))).toEqual([]);
    expect(filled.filter(([, ofAll]) => ofAll === 1)).toEqual([]);
    for (const { attributes } of students) {
      for (const value of Object.values(attributes)) expect(value.trim()).toBe(value === '' ? 'not blank' : value);
    }
  });

  it('have a picture, or none: each picture is there, and is drawn as the image that its name says', () => {
    const pictures = [...demoPictures({ seed: seedOfDay(today), school: demoSchoolFile, today })];
    const named = students.flatMap(({ attributes }) => attributes.picture ?? []);
    expect(new Set(pictures.map(({ picture }) => picture))).toEqual(new Set(named));
    expect(new Set(named).size).toBe(named.length);
    expect(share(({ attributes }) => attributes.picture !== undefined)).toBeCloseTo(0.6, 1);
    for (const { studentId, attributes } of students) {
      if (attributes.picture === undefined) continue;
      expect(attributes.picture).toMatch(pictureNamePattern);
      expect(studentIdOfPicture(attributes.picture)).toBe(studentId);
    }
    for (const { bytes } of pictures) expect(detectFileType(bytes)).toBe('image/png');
    expect(new Set(pictures.map(({ bytes }) => bytes.toString('base64'))).size).toBeGreaterThan(pictures.length / 2);
  });

  it('have gaps as real files do', () => {
    expect(share(({ dateOfBirth }) => dateOfBirth === undefined)).toBeGreaterThan(0);
    expect(share(({ birthCertificateNo }) => birthCertificateNo === undefined)).toBeGreaterThan(0.01);
    expect(share(({ attributes }) => Object.keys(attributes).length < 3)).toBeGreaterThan(0.005);
    expect(share(({ attributes }) => attributes.father_name === undefined)).toBeGreaterThan(0.1);
  });

  it('keep numbers as text, with their leading zeros', () => {
    expect(share(({ seaNo }) => seaNo?.startsWith('0') ?? false)).toBeGreaterThan(0.9);
    expect(share(({ birthCertificateNo }) => birthCertificateNo?.startsWith('00') ?? false)).toBeGreaterThan(0.9);
    expect(share(({ attributes }) => attributes.mother_mobile_phone?.startsWith('00') ?? false)).toBeGreaterThan(0);
  });

  it('name brothers and sisters who are at the school', () => {
    const named = here.flatMap(({ attributes }) => attributes.relative_in_school ?? []);
    const names = new Set(here.map(({ firstName, lastName, classId }) => `${firstName} ${lastName} (${classId})`));
    expect(named.length).toBeGreaterThan(40);
    for (const name of named.flatMap((list) => list.split(', '))) expect(names).toContain(name);
  });

  it('were not at a school for the other sex', () => {
    for (const { attributes } of students) {
      const closed = attributes.sex === 'M' ? /Girls/ : /Boys/;
      if (attributes.sex) expect(attributes.previous_school ?? '').not.toMatch(closed);
    }
  });
});
