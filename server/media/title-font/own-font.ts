/** Noto Serif TC in the weight of titles, beside the programs of a build, with its licence. */
export const ownFontFile = 'fonts/NotoSerifTC_500Medium.ttf';
