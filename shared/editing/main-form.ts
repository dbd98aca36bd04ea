/** Id of the form of a page in the edit area whose texts must not be lost. */
export const mainFormId = 'main-form';

/** Name of the field that says which button the form is for, and the mark of what stood in its texts. */
export const madeField = 'made';

/** Name of the buttons that lead to another page: the value is its site path. */
export const leaveField = 'go';
