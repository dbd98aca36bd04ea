// What programs put on the clipboard as HTML, in the shapes of each of them, with short texts of our own.

/** Word 2021 for Windows. It breaks lines after 80 characters, in the middle of Chinese. */
export const fromWord = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style>
<!-- p.MsoNormal {mso-style-unhide:no; font-size:12.0pt;} @page WordSection1 {size:595.3pt 841.9pt;} -->
</style>
</head>
<body lang=ZH-TW style='tab-interval:24.0pt'>
<!--StartFragment-->
<h1><span style='font-family:"新細明體",serif'>春茶</span><span lang=EN-US><o:p></o:p></span></h1>
<p class=MsoNormal><span style='font-family:"新細明體",serif'>清明前後採的茶，<b>香氣最
好</b>，也<i>最貴</i>。水溫</span><span lang=EN-US>90</span><span style='font-family:"新細明體",serif'>度，
見</span><span lang=EN-US><a href="https://tea.example/water"><span lang=EN-US style='font-family:"新細明體",serif'><span
lang=EN-US>水溫</span></span></a></span><span style='font-family:"新細明體",serif'>。<o:p></o:p></span></p>
<p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p>
<p class=MsoListParagraph style='margin-left:24.0pt;mso-para-margin-left:0gd;text-indent:-24.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
lang=EN-US style='font-family:Wingdings'><span style='mso-list:Ignore'>l<span style='font:7.0pt "Times New Roman"'>&nbsp;
</span></span></span><![endif]><span>包種<span lang=EN-US><o:p></o:p></span></span></p>
<p class=MsoListParagraph style='margin-left:48.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span
lang=EN-US><span style='mso-list:Ignore'>n<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span></span><![endif]><span>坪林</span></p>
<p class=MsoListParagraph style='margin-left:24.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>l<span>&nbsp; </span></span><![endif]><span>烏龍</span></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span lang=EN-US><span
style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>溫壺</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span lang=EN-US><span
style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>注水</p>
<h2><span>價目<span lang=EN-US><o:p></o:p></span></span></h2>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;mso-yfti-tbllook:1184'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
  <td width=277 valign=top style='width:207.4pt;border:solid windowtext 1.0pt'><p class=MsoNormal><b>茶<span lang=EN-US><o:p></o:p></span></b></p></td>
  <td width=277 valign=top><p class=MsoNormal><b>價格</b></p></td>
 </tr>
 <tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'>
  <td width=277 valign=top><p class=MsoNormal>包種</p><p class=MsoNormal>（四兩）</p></td>
  <td width=277 valign=top><p class=MsoNormal><span lang=EN-US>680|720</span></p></td>
 </tr>
</table>
<p class=MsoNormal><s>舊價</s>不算<a href="#_ftn1" name="_ftnref1"><span lang=EN-US>[1]</span></a><span style='mso-hide:all'>隱藏</span></p>
<!--EndFragment-->
</body>
</html>`;

export const wordAsMarkdown = `## 春茶

清明前後採的茶，**香氣最好**，也*最貴*。水溫90度，見[水溫](https://tea.example/water)。

- 包種
  - 坪林
- 烏龍

1. 溫壺
2. 注水

### 價目

| 茶 | 價格 |
| - | - |
| 包種<br>（四兩） | 680\\|720 |

~~舊價~~不算\\[1]`;

/** Documents of Google: all is within a \`b\` that is not bold, and marks are styles. */
export const fromGoogleDocs = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0a1b2c3d-7fff-4e5f-9a8b-1c2d3e4f5a6b"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;margin-bottom:6pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;font-weight:400;font-style:normal;text-decoration:none;white-space:pre-wrap;">泡茶</span></h2><p dir="ltr" style="line-height:1.38;"><span style="font-weight:400;font-style:normal;white-space:pre-wrap;">先</span><span style="font-weight:700;font-style:normal;white-space:pre-wrap;">溫壺， </span><span style="font-weight:700;white-space:pre-wrap;">再</span><span style="font-weight:400;font-style:italic;white-space:pre-wrap;">置茶</span><span style="font-weight:400;white-space:pre-wrap;">。見</span><a href="https://www.google.com/url?q=https://tea.example/a&amp;sa=D" style="text-decoration:none;"><span style="font-weight:400;text-decoration:underline;color:#1155cc;white-space:pre-wrap;">做法</span></a><span style="font-weight:400;text-decoration:line-through;white-space:pre-wrap;">舊的</span></p><ul style="margin-top:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-weight:400;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">紅茶</span></p></li><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span>日月潭</span></p></li></ul><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span>綠茶</span></p></li></ul><ol start="3"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>第三</span></p></li></ol><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="300" /><col width="300" /></colgroup><tbody><tr style="height:0pt"><td style="border:solid #000000 1pt;"><p dir="ltr"><span style="font-weight:400;">茶</span></p></td><td><p dir="ltr"><span>水溫</span></p></td></tr><tr><td><p dir="ltr"><span>綠茶</span></p></td><td><p dir="ltr"><span>80</span></p></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`;

export const googleDocsAsMarkdown = `## 泡茶

先**溫壺，** **再***置茶*。見[做法](https://tea.example/a)~~舊的~~

- 紅茶
  - 日月潭
- 綠茶

3. 第三

| 茶 | 水溫 |
| - | - |
| 綠茶 | 80 |`;

/** Pages and TextEdit on a Mac. */
export const fromPages = `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">p.p1 {margin: 0.0px; font: 11.0px 'PingFang TC'} li.li1 {font: 11.0px 'PingFang TC'} span.s1 {font: 11.0px Helvetica}</style></head><body><p class="p1"><b>冬茶</b><span class="s1"><span class="Apple-converted-space"> </span></span>比<i>春茶</i>淡。</p><p class="p2"><br></p><ul class="ul1"><li class="li1"><span class="s2"></span>高山</li><ul class="ul1"><li class="li1">梨山</li></ul><li class="li1">平地</li></ul><p class="p1">見<a href="https://tea.example/winter"><span class="s3">冬茶</span></a>。</p></body></html>`;

export const pagesAsMarkdown = `**冬茶** 比*春茶*淡。

- 高山
  - 梨山
- 平地

見[冬茶](https://tea.example/winter)。`;

/** Blocks of WordPress, with the comments around them. */
export const fromWordPress = `<!-- wp:heading {"level":3} -->
<h3 class="wp-block-heading">器具</h3>
<!-- /wp:heading -->

<!-- wp:paragraph -->
<p>一把<strong>壺</strong>與<a href="https://tea.example/cup" target="_blank" rel="noreferrer noopener">杯子</a>。</p>
<!-- /wp:paragraph -->

<!-- wp:list -->
<ul class="wp-block-list"><!-- wp:list-item -->
<li>朱泥</li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>瓷</li>
<!-- /wp:list-item --></ul>
<!-- /wp:list -->

<!-- wp:image {"id":7} -->
<figure class="wp-block-image"><img src="https://tea.example/wp-content/uploads/pot.jpg" alt="壺"/><figcaption class="wp-element-caption">朱泥壺</figcaption></figure>
<!-- /wp:image -->

<!-- wp:quote -->
<blockquote class="wp-block-quote"><p>水為茶之母。</p><cite>古人</cite></blockquote>
<!-- /wp:quote -->

<!-- wp:table -->
<figure class="wp-block-table"><table><thead><tr><th>壺</th><th>容量</th></tr></thead><tbody><tr><td>小</td><td>120</td></tr></tbody></table></figure>
<!-- /wp:table -->

<!-- wp:code -->
<pre class="wp-block-code"><code>a  *b*
c</code></pre>
<!-- /wp:code -->`;

export const wordPressAsMarkdown = `### 器具

一把**壺**與[杯子](https://tea.example/cup)。

- 朱泥
- 瓷

朱泥壺

> 水為茶之母。
>
> 古人

| 壺 | 容量 |
| - | - |
| 小 | 120 |

\`\`\`
a  *b*
c
\`\`\``;

/** Gmail: lines are blocks, and tables place things. */
export const fromMail = `<meta http-equiv="content-type" content="text/html; charset=utf-8"><div dir="ltr"><table width="100%" cellpadding="0"><tbody><tr><td><div>您好：</div><div><br></div><div>訂單<b>已經寄出</b>，<a href="https://www.google.com/url?q=https://tea.example/order/1&amp;source=gmail">查詢</a>。</div></td></tr></tbody></table><div><br></div><ol><li style="margin-left:15px">包種 2 包</li><li style="margin-left:15px">茶杯</li></ol><div>第一行<br>第二行<br><br>下一段</div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px solid #ccc"><div>什麼時候寄？</div></blockquote></div>`;

export const mailAsMarkdown = `您好：

訂單**已經寄出**，[查詢](https://tea.example/order/1)。

1. 包種 2 包
2. 茶杯

第一行\\
第二行

下一段

> 什麼時候寄？`;

/** A page of the web, from Chrome, with a link of this site's own. */
export const fromWebPage = `<meta charset='utf-8'><h2 style="color: rgb(0, 0, 0); font-weight: 700;">注音</h2><p style="color: rgb(0,0,0); font-weight: 400;"><ruby>青葉<rp>（</rp><rt>ㄑㄧㄥ ㄧㄝˋ</rt><rp>）</rp></ruby>的*星號*與 H<sub>2</sub>O，<u>底線</u>，見<a href="https://site.example/articles/a?b=1#c">文章</a>與<a href="javascript:alert(1)">壞的</a>。</p><hr><script>alert(1)</script><img src="x" onerror="alert(1)">`;

export const webPageAsMarkdown = `## 注音

<ruby>青葉<rp>（</rp><rt>ㄑㄧㄥ ㄧㄝˋ</rt><rp>）</rp></ruby>的\\*星號\\*與 H<sub>2</sub>O，底線，見[文章](/articles/a?b=1#c)與壞的。

---`;

/** Visual Studio Code: Markdown that stays what it is. */
export const fromCodeEditor = `<meta charset='utf-8'><div style="color: #cccccc;background-color: #1f1f1f;font-family: Menlo, monospace;font-weight: normal;font-size: 12px;line-height: 18px;white-space: pre;"><div><span style="color: #569cd6;font-weight: bold;">## 春茶</span></div><br><div><span style="color: #569cd6;font-weight: bold;">**香**</span></div></div>`;
