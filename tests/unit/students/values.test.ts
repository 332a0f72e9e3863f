import { describe, expect, it } from 'vitest';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { type StudentField, studentFields } from '#shared/students/fields.ts';
import { createStudentValueReader } from '#shared/students/values.ts';
import { studentWordings } from '#shared/students/wordings.ts';
import { demoDays, demoSchoolFile, generateDemoSchoolOn } from '../../support/samples/demo-school.ts';

const read = createStudentValueReader({
  classes: ['1A', '6 Upper'],
  houses: [
    { id: 'R', name: 'Red' },
    { id: 'Y', name: 'Yellow' },
  ],
  codes: demoSchoolFile.codeLists,
  today: '2026-11-22',
});
const kept = (field: StudentField, typed: string) => {
  const result = read(field, typed);
  return 'value' in result ? result.value : `refused: ${result.refused}`;
};

describe('a fact of a student', () => {
  it.each<[StudentField, string, string | null]>([
    ['last_name', '\u00a0 Jose\u0301 \u00a0 Pe\u0301rez\ufeff ', 'José Pérez'],
    ['last_name', '  ', null],
    ['home_address', '12\nCoffee Street', '12 Coffee Street'],
    ['medical_history', ' one \r\ntwo ', 'one \ntwo'],
    ['id', ' 00123 ', '00123'],
    ['date_of_birth', '2010-09-05', '2010-09-05'],
    ['date_of_birth', '1/2/2010', '2010-02-01'],
    ['date_of_birth', '2026-11-22', '2026-11-22'],
    ['entry_date', '01-Sep-2027', '2027-09-01'],
    ['phone_home', '(868) 555-0123 / 555-0124 ext. 7', '(868) 555-0123 / 555-0124 ext. 7'],
    ['mother_mobile_phone', '0044 7700 900123', '0044 7700 900123'],
    ['email', 'Ada@mail.example', 'Ada@mail.example'],
    ['no_in_family', '03', '3'],
    ['repeater', 'YES', 'Yes'],
    ['asthma', 'n', 'No'],
    ['class_id', '1 a', '1A'],
    ['class_id', '6upper', '6 Upper'],
    ['house_code', 'yellow', 'Y'],
    ['house_code', 'r', 'R'],
    ['religion_code', 'roman  catholic', 'RC'],
    ['religion_code', 'rc', 'RC'],
    ['sex', 'Female', 'F'],
    ['blood_type', 'ab–', 'AB-'],
    ['father_marital_status', 'common-law', 'Common-law'],
  ])('%s typed as "%s" is stored as %j', (field, typed, stored) => expect(kept(field, typed)).toBe(stored));

  it.each<[StudentField, string, string]>([
    ['date_of_birth', '2010-13-01', 'This is not a date. Please write day, month’s name and year: 5-Sep-2014.'],
    ['date_of_birth', '29-Feb-2011', 'This is not a date. Please write day, month’s name and year: 5-Sep-2014.'],
    ['date_of_birth', '5/9/10', 'The year has four digits: 5-Sep-2014.'],
    ['date_of_birth', '2026-11-23', attendanceWordings.stillToCome],
    ['date_of_birth', '1949-12-31', 'The earliest date is 01-Jan-1950.'],
    ['entry_date', '2101-01-01', 'The latest date is 31-Dec-2100.'],
    ['phone_home', 'ask the aunt', 'A phone number, such as 868-555-0123.'],
    ['email', 'ada at mail', 'An address such as name@mail.com.'],
    ['no_in_family', '2.5', 'A whole number, such as 3.'],
    ['repeater', 'maybe', studentWordings.yesOrNo],
    ['repeater', 'constructor', studentWordings.yesOrNo],
    ['class_id', '9Z', 'The school has no class “9Z”. There are: 1A, 6 Upper.'],
    ['house_code', 'Purple', 'The school has no house “Purple”. There are: Red, Yellow.'],
    ['sex', 'X', 'The list has no “X”. There are: Female, Male.'],
    ['id', '../1', 'Up to 40 letters a to z, digits, blanks, dots and dashes; the first is a letter or digit.'],
    ['last_name', 'A\u0000da', 'One of these characters cannot be stored. Please type it again.'],
    ['last_name', 'A\ud800da', 'One of these characters cannot be stored. Please type it again.'],
    ['file_passport', 'x.pdf', 'A file is uploaded, not typed.'],
  ])('%s refuses "%s"', (field, typed, why) => expect(read(field, typed)).toEqual({ refused: why }));

  it('is refused above its limit', () => {
    expect(kept('first_name', 'x'.repeat(120))).toBe('x'.repeat(120));
    expect(kept('first_name', 'x'.repeat(121))).toBe('refused: At most 120 characters; this has 121.');
    expect(kept('phone_cell', '1'.repeat(41))).toBe('refused: At most 40 characters; this has 41.');
  });

  it('is read back unchanged from every stored value of the demo school', () => {
    const { students } = generateDemoSchoolOn(demoDays[0]);
    const ofNorthgate = createStudentValueReader({
      classes: demoSchoolFile.formClasses.map(({ id }) => id),
      houses: demoSchoolFile.houses,
      codes: demoSchoolFile.codeLists,
      today: demoDays[0],
    });
    const names = { id: 'studentId' } as const;
    let judged = 0;
    for (const student of students) {
      for (const [field, { name = field, type }] of Object.entries(studentFields)) {
        const stored = { ...student, ...student.attributes, ...names }[name as 'studentId'];
        if (typeof stored !== 'string' || type === 'file' || type === 'picture' || field === 'id') continue;
        expect(ofNorthgate(field as StudentField, stored), `${field} of ${student.studentId}`).toEqual({
          value: stored,
        });
        judged += 1;
      }
    }
    expect(judged).toBeGreaterThan(30_000);
  });
});
