/** What menus, exports and papers call a meeting of a class's teachers about its students. */
export const councilTitle = 'Class Council';
