import { describe, expect, it } from 'vitest';
import { generateAttendanceItems } from '../../../local/demo-school/attendance/items.ts';
import { generateDemoSchoolOn } from '../../support/samples/demo-school.ts';

interface Stored {
  pk: string;
  studentId: string;
  date: string;
  classId: string;
  am?: string;
  pm?: string;
  late?: boolean;
  excused?: boolean;
  reason?: string;
  scans?: object;
  lateMonth?: string;
}

const made = () => {
  const { attendance } = generateDemoSchoolOn('2026-11-20');
  const items = [...generateAttendanceItems(attendance, (day) => ({ ...day, pk: 'count' }))] as unknown as Stored[];
  return {
    plan: attendance,
    records: items.filter(({ pk }) => pk !== 'count'),
    counted: items.filter(({ pk }) => pk === 'count') as unknown as Record<string, number | string>[],
  };
};

describe('the demo school’s attendance', () => {
  const { plan, records, counted } = made();

  it('has every school day of the term up to yesterday, and none of a weekend or holiday', () => {
    const dates = plan.days.map(({ date }) => date);
    expect(dates[0]).toBe('2026-09-07');
    expect(dates.at(-1)).toBe('2026-11-19');
    // Eleven weeks of five days, less the last Friday, Republic Day and Divali.
    expect(dates.length).toBe(52);
    expect(dates).not.toContain('2026-09-24');
    expect(dates).not.toContain('2026-11-09');
  });

  it('is a year of at most 100 MB a school', () => {
    const bytes = records.reduce((sum, record) => sum + JSON.stringify(record).length, 0);
    expect((bytes / plan.days.length) * 195).toBeLessThan(100_000_000);
  });

  it('counts each class’s day as the records say one by one', () => {
    const expected = new Map<string, Record<string, number>>();
    for (const { date, classId, am, pm, late, excused } of records) {
      const key = `${date} ${classId}`;
      const day = expected.get(key) ?? { am: 0, amAbsent: 0, pm: 0, pmAbsent: 0, late: 0, excused: 0, unmarked: 0 };
      expected.set(key, day);
      const add = (name: string, by: number) => {
        day[name] = (day[name] ?? 0) + by;
      };
      if (am) add(am === 'P' ? 'am' : 'amAbsent', 1);
      if (pm) add(pm === 'P' ? 'pm' : 'pmAbsent', 1);
      if (!am && !pm) add('unmarked', 1);
      if (late) add('late', 1);
      if (excused) add('excused', Number(am !== 'P') + Number(pm !== 'P'));
    }
    expect(counted.length).toBe(expected.size);
    for (const day of counted) expect(day).toMatchObject(expected.get(`${day.date} ${day.classId}`) ?? {});
  });
});
