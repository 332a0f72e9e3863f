import { describe, expect, it } from 'vitest';
import { optionalStudentFields, type StudentField, studentFields } from '#shared/students/fields.ts';

const named = (test: (field: StudentField) => boolean) => (Object.keys(studentFields) as StudentField[]).filter(test);

describe('the catalogue of a student’s fields', () => {
  it('has the ten facts of the product and the eighty-odd that a school may fill in, by their groups', () => {
    const counts: Record<string, number> = {};
    for (const { group } of Object.values(studentFields)) counts[group] = (counts[group] ?? 0) + 1;
    expect(counts).toEqual({
      ...{
        student: 10,
        contact: 5,
        family: 37,
        'school history': 10,
        personal: 7,
        technology: 2,
        medical: 20,
        files: 6,
      },
    });
    expect(optionalStudentFields).toHaveLength(87);
  });

  it('has office-only fields: contacts of the family, medical facts, certificate numbers, religion, ethnic group and files', () => {
    const open = named((field) => !studentFields[field].isOfficeOnly);
    expect(open).toEqual([
      ...['id', 'last_name', 'first_name', 'middle_name', 'class_id', 'date_of_birth', 'house_code', 'entry_date'],
      ...[
        'address_line_2',
        'date_of_leaving',
        'previous_school',
        'details',
        'repeater',
        'transfer_in',
        'transport',
        'school_feeding',
      ],
      ...['activities', 'achievements', 'hobbies'],
      ...['place_of_birth', 'nationality', 'sex', 'regional_corporation', 'internet_access', 'device_type'],
    ]);
  });

  it('has a unique label and a limit for every field', () => {
    const labels = Object.values(studentFields).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(named((field) => studentFields[field].limit === undefined)).toEqual([]);
    expect(studentFields.mother_mobile_phone.label).toBe("Mother's Mobile Phone");
  });
});
