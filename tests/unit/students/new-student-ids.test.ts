import { describe, expect, it } from 'vitest';
import { computeNextStudentIds, findFarSeries } from '#functions/students/records/add-student-act.ts';
import { createNearSeaFinder } from '#functions/students/records/duplicates.ts';

/** 00001 to 00040. */
const series = Array.from({ length: 40 }, (_, index) => String(index + 1).padStart(5, '0'));

describe('the ids of new students', () => {
  it('continue the series of the school', () => {
    expect(computeNextStudentIds(series, 2)).toEqual(['00041', '00042']);
    expect(computeNextStudentIds([], 1)).toEqual(['00001']);
    expect(computeNextStudentIds(['0041', '123456'], 1)).toEqual(['123457']);
  });

  it('are not moved by a few that are far above all others, and pass over them', () => {
    expect(computeNextStudentIds([...series, '99999'], 1)).toEqual(['00041']);
    expect(computeNextStudentIds([...series, '50000', '99999'], 1)).toEqual(['00041']);
    expect(computeNextStudentIds([...series, '00042', '99999'], 3)).toEqual(['00043', '00044', '00045']);
  });

  it('continue a new series once five students are in it', () => {
    const four = ['50001', '50002', '50003', '50004'];
    expect(computeNextStudentIds([...series, ...four], 1)).toEqual(['00041']);
    expect(computeNextStudentIds([...series, ...four, '50005'], 1)).toEqual(['50006']);
  });

  it('do not count numbers of certificates', () => {
    expect(computeNextStudentIds([...series, '2025001'], 1)).toEqual(['00041']);
  });
});

describe('an id that is far from the series', () => {
  it.each([
    ['99999', '00040'],
    ['01041', '00040'],
    ['01040', null],
    ['00041', null],
    ['A99999', null],
    ['2025001', null],
  ])('%s is compared with %s', (id, last) => {
    expect(findFarSeries(id, series)).toBe(last);
  });

  it('is not one where the school has few students', () => {
    expect(findFarSeries('99999', ['00001', '00002'])).toBeNull();
  });
});

describe('an SEA number that lost a zero', () => {
  const find = createNearSeaFinder([
    { studentId: '00001', seaNo: '0123456789' },
    { studentId: '00002', seaNo: '5123456789' },
    { studentId: '00003' },
  ]);
  const ids = (seaNo: string) => find({ seaNo }).map(({ studentId }) => studentId);

  it('finds the student who has it with the zero, and asks nothing where it is the same or another', () => {
    expect(ids('123456789')).toEqual(['00001']);
    expect(ids('0123456789')).toEqual([]);
    expect(ids('223456789')).toEqual([]);
    expect(ids('')).toEqual([]);
  });
});
