/** A parent's or guardian's fields, product §3 "family"; each has the prefix father_, mother_ or guardian_. */
const relative = [
  'name',
  'home_address',
  'occupation',
  'business_place',
  'business_address',
  'business_phone',
  'email',
  'mobile_phone',
  'marital_status',
  'id_card',
] as const;

const withPrefix = <P extends string>(prefix: P) => relative.map((field) => `${prefix}_${field}` as const);

/** The optional attributes of a student by group (product §3 "Student"). All are text as the registration form gives them. */
export const studentAttributes = {
  contact: ['home_address', 'address_line_2', 'phone_home', 'phone_cell', 'email'],
  family: [
    ...withPrefix('father'),
    ...withPrefix('mother'),
    ...withPrefix('guardian'),
    'emergency_contact',
    'emergency_home_phone',
    'relation_to_child',
    'place_in_family',
    'no_in_family',
    'no_at_home',
    'relative_in_school',
  ],
  history: [
    'date_of_leaving',
    'previous_school',
    'details',
    'repeater',
    'transfer_in',
    'transport',
    'school_feeding',
    'activities',
    'achievements',
    'hobbies',
  ],
  personal: [
    'religion_code',
    'ethnic_group_code',
    'place_of_birth',
    'nationality',
    'sex',
    'living_status',
    'regional_corporation',
  ],
  technology: ['internet_access', 'device_type'],
  medical: [
    'medical_history',
    'blood_type',
    'hepatitis',
    'polio',
    'diphtheria',
    'tetanus',
    'yellow_fever',
    'measles',
    'tb',
    'chicken_pox',
    'typhoid',
    'rheumatic_fever',
    'poor_eyesight',
    'poor_hearing',
    'diabetes',
    'asthma',
    'epilepsy',
    'allergy',
    'special_consideration',
    'other_illness',
  ],
  files: [
    'file_birth_certificate',
    'file_immunization_card',
    'file_sea_slip',
    'picture',
    'file_passport',
    'file_student_permit',
  ],
} as const;

export type StudentAttribute = (typeof studentAttributes)[keyof typeof studentAttributes][number];
export const allStudentAttributes: readonly StudentAttribute[] = Object.values(studentAttributes).flat();
