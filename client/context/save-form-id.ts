/** Id of the page's one form for saving, which every save button names by `form=`, wherever it stands. */
export const saveFormId = 'save-form';
