/**
 * Titles that a QR code writes as one byte: that of its place here, from 1. Cards on paper have these places: titles
 * are only added, at the end, and at most 255.
 */
export const knownSubjects: readonly string[] = [
  ...['Mathematics', 'English', 'English A', 'English B', 'English Language', 'English Literature', 'Literature'],
  ...['Additional Mathematics', 'Integrated Science', 'Human and Social Biology', 'Biology', 'Chemistry', 'Physics'],
  ...['Agricultural Science', 'Environmental Science', 'Science', 'Geography', 'History', 'Caribbean History'],
  ...['Social Studies', 'Civics', 'Economics', 'Law', 'Sociology', 'Psychology', 'Caribbean Studies'],
  ...['Communication Studies', 'Spanish', 'French', 'Portuguese', 'German', 'Latin', 'Mandarin', 'Hindi', 'Arabic'],
  ...['Information Technology', 'Computer Science', 'Information and Communication Technology', 'Robotics'],
  ...['Principles of Accounts', 'Principles of Business', 'Accounting', 'Business Studies', 'Entrepreneurship'],
  ...['Management of Business', 'Office Administration', 'Electronic Document Preparation and Management'],
  ...['Technical Drawing', 'Building Technology', 'Mechanical Engineering Technology', 'Electrical Technology'],
  ...['Woodwork', 'Metalwork', 'Home Economics', 'Food and Nutrition', 'Clothing and Textiles', 'Family Studies'],
  ...['Visual Arts', 'Art', 'Art and Design', 'Music', 'Theatre Arts', 'Drama', 'Dance', 'Steelpan'],
  ...['Physical Education', 'Physical Education and Sport', 'Health and Family Life Education', 'Religious Education'],
  ...['Religious Studies', 'Guidance', 'Library', 'Design and Technology', 'Technology Education', 'Tourism'],
  ...['Pure Mathematics', 'Applied Mathematics', 'Literatures in English', 'Entrepreneurship Education'],
];
