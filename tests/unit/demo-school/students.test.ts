import { describe, expect, it } from 'vitest';
import { detectFileType, pictureNamePattern, studentIdOfPicture } from '#shared/students/files/file-kinds.ts';
import { generateDemoPictures } from '../../../local/demo-school/pictures/student-pictures.ts';
import type { DemoStudent } from '../../../local/demo-school/types.ts';
import { demoDays, demoSchoolFile, generateDemoSchoolOn, toSeed } from '../../support/samples/demo-school.ts';

const classIds = demoSchoolFile.formClasses.map(({ id }) => id);

describe.each(demoDays)('the students of %s', (today) => {
  const { students, current } = generateDemoSchoolOn(today);
  const here = students.filter(({ status }) => status === 'current');
  const gone = students.filter(({ status }) => status === 'archived');
  const share = (holds: (student: DemoStudent) => boolean) => here.filter(holds).length / here.length;

  it('are 1,000 in 30 classes and 60 archived', () => {
    expect(here).toHaveLength(1000);
    expect(gone).toHaveLength(60);
    expect(new Set(here.map(({ classId }) => classId))).toEqual(new Set(classIds));
  });

  it('have unique five-digit ids that begin with a zero', () => {
    expect(new Set(students.map(({ studentId }) => studentId)).size).toBe(students.length);
    for (const { studentId } of students) expect(studentId).toMatch(/^0\d{4}$/);
  });

  it('left in a past year when archived, and only then', () => {
    for (const { attributes } of here) expect(attributes.date_of_leaving).toBeUndefined();
    for (const { attributes } of gone) expect((attributes.date_of_leaving ?? '9') < `${current.year}-09-01`).toBe(true);
    expect(new Set(gone.map(({ attributes }) => attributes.date_of_leaving?.slice(0, 4))).size).toBeGreaterThan(3);
  });

  it('have names with diacritics, apostrophes, hyphens, initials, and names longer than a column', () => {
    const count = (holds: (name: string, student: DemoStudent) => boolean) =>
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

  it('have a picture, or none: each picture is there, and is drawn as the image that its name says', () => {
    const pictures = [...generateDemoPictures({ seed: toSeed(today), school: demoSchoolFile, today })];
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

  it('keep numbers as text, with their leading zeros', () => {
    expect(share(({ seaNo }) => seaNo?.startsWith('0') ?? false)).toBeGreaterThan(0.9);
    expect(share(({ birthCertificateNo }) => birthCertificateNo?.startsWith('00') ?? false)).toBeGreaterThan(0.9);
    expect(share(({ attributes }) => attributes.mother_mobile_phone?.startsWith('00') ?? false)).toBeGreaterThan(0);
  });
});
