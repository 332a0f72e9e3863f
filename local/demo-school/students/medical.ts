import type { OptionalStudentField } from '#shared/students/fields.ts';
import type { Random } from '../random.ts';

const vaccines = ['hepatitis', 'polio', 'diphtheria', 'tetanus', 'yellow_fever', 'measles', 'tb'] as const;

/** Illnesses and conditions with the share of students who have had them. */
const conditions = {
  chicken_pox: 0.18,
  typhoid: 0.002,
  rheumatic_fever: 0.004,
  poor_eyesight: 0.16,
  poor_hearing: 0.012,
  diabetes: 0.008,
  asthma: 0.13,
  epilepsy: 0.006,
} as const;

const allergies = [
  'Penicillin',
  'Peanuts',
  'Shellfish',
  'Dust',
  'Seafood',
  'Bee stings',
  'Aspirin',
  'Eggs',
  'Milk',
  'Sulfa drugs',
  'Pollen',
];

const histories = [
  'Asthmatic, carries an inhaler.',
  'Wears spectacles for reading.',
  'Surgery for appendicitis at age nine.',
  'Sickle cell trait.',
  'Takes medication every morning; please remind the child gently.',
  'Broken left arm in Standard 4, healed.',
  'Faints in the sun; not to run long distances at midday.',
  'Under a specialist’s care at the eye clinic, appointments every three months.',
];

const considerations = [
  'To sit at the front of the class.',
  'Extra time in examinations (25 %).',
  'Asthma: no dusting of boards.',
  'Epilepsy: teachers to be informed of the procedure.',
  'Speech therapy on Wednesdays.',
  'Large print where possible.',
  'Does not take part in dissection for religious reasons.',
];

/** The medical part of the registration form; one family in eight left the whole of it blank. */
export function pickMedicalFacts(random: Random): Partial<Record<OptionalStudentField, string>> {
  if (random.chance(0.12)) return {};
  const attributes: Partial<Record<OptionalStudentField, string>> = {};
  for (const vaccine of vaccines) {
    if (random.chance(0.93)) attributes[vaccine] = random.chance(0.96) ? 'Yes' : 'No';
  }
  for (const [name, share] of Object.entries(conditions) as [keyof typeof conditions, number][]) {
    if (random.chance(share)) attributes[name] = 'Yes';
    else if (random.chance(0.7)) attributes[name] = 'No';
  }
  if (random.chance(0.62)) {
    attributes.blood_type = random.weighted({ 'O+': 46, 'A+': 25, 'B+': 17, 'AB+': 4, 'O-': 4, 'A-': 2, 'B-': 2 });
  }
  if (random.chance(0.1)) attributes.allergy = random.pick(allergies);
  if (random.chance(0.05)) attributes.medical_history = random.pick(histories);
  if (random.chance(0.03)) attributes.special_consideration = random.pick(considerations);
  if (random.chance(0.02))
    attributes.other_illness = random.pick(['Eczema', 'Migraine', 'Scoliosis', 'Dengue fever (2019)', 'Anaemia']);
  return attributes;
}
