import { describe, expect, it } from 'vitest';
import { optionalStudentFields, type StudentField, studentFields } from '#shared/students/fields.ts';

const named = (test: (field: StudentField) => boolean) => (Object.keys(studentFields) as StudentField[]).filter(test);

describe('the catalogue of a student’s fields', () => {
  it('has the ten facts of the product first; every other field is optional', () => {
    const ofStudent = named((field) => studentFields[field].group === 'student');
    expect(ofStudent).toEqual([
      ...['id', 'last_name', 'first_name', 'middle_name', 'class_id', 'date_of_birth', 'birth_certificate_no'],
      ...['house_code', 'sea_no', 'entry_date'],
    ]);
    expect([...ofStudent, ...optionalStudentFields]).toEqual(named(() => true));
  });

  it('has every contact of the family, medical fact, certificate number and file for the office only', () => {
    const ofOffice = named((field) => ['family', 'medical', 'files'].includes(studentFields[field].group));
    expect(ofOffice.length).toBeGreaterThan(60);
    for (const field of [
      ...ofOffice,
      'birth_certificate_no',
      'sea_no',
      'religion_code',
      'ethnic_group_code',
    ] as const) {
      expect(studentFields[field].isOfficeOnly, field).toBe(true);
    }
  });

  it('has a unique label and a limit for every field', () => {
    const labels = Object.values(studentFields).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(named((field) => studentFields[field].limit === undefined)).toEqual([]);
    expect(studentFields.mother_mobile_phone.label).toBe("Mother's Mobile Phone");
  });
});
