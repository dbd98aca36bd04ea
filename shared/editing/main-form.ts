/** Id of the form in a page of the edit area whose texts must not be lost. */
export const mainFormId = 'main-form';

/** Name of the field with the button that the form is for, and the mark of its original texts. */
export const madeField = 'made';

/** Length of the longest note beside a text. */
export const maxNote = 2_000;

/** Name of the field with the moment at which a draft is previewed. */
export const previewTimeField = 'preview.at';

/** Name of the field for words by which things to choose from are found. */
export const pickSearchField = 'pick.q';

/** Name of the buttons that lead to another page: the value is its site path. */
export const leaveField = 'go';

/** Name of the field with the tab of the browser, which its script adds. */
export const tabField = 'tab';

/** Value of the button that merges a text with what others have stored meanwhile. */
export const mergeButton = 'merge-texts';
