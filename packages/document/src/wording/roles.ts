// Purpose of a part or a page of a site, told from its name. Readers need them in this order.

/** Roles in reading order; pages of `optional` stand in the section of that name. */
const ROLES = [
  "start",
  "docs",
  "examples",
  "reference",
  "part",
  "product",
  "integrations",
  "pages",
  "support",
  "news",
  "company",
  "contributing",
  "optional",
] as const;

export type Role = (typeof ROLES)[number];

/** Whole names, by `textKey`, of parts and pages; other languages where their words are sure. */
const NAMES: Readonly<Partial<Record<Role, RegExp>>> = {
  start:
    /^(?:get(?:ting)? ?started(?: with .*)?|quick ?start(?: guide)?|start(?: here)?|intro(?:duction)?|(?:an? )?overview|install(?:ing|ation)?|set ?up|first steps|(?:quick |a )?tour(?: of .*)?|why .{1,40}|入门|快速开始|快速上手|简介|介绍|概述|安装|はじめに|시작하기|einführung|erste schritte|introducción|primeros pasos|démarrage|premiers pas|начало работы|введение|установка|شروع|مقدمه|مقدمة)$/u,
  docs: /^(?:docs?|documentation|(?:user |developer |dev )?(?:guides?|manual|handbook)|learn(?:ing)?|how ?to(?:s| guides?)?|howtos?|concepts?|tutorials?|book|chapters?|articles|vignettes|lessons?|course|topics|wiki|文档|指南|教程|ドキュメント|ガイド|문서|가이드|dokumentation|documentación|guías?|документация|руководство)$/u,
  examples:
    /^(?:examples?|samples?|demos?|recipes?|cookbook|templates?|showcase|snippets?|playground|示例|例子|サンプル)$/u,
  reference:
    /^(?:(?:api |cli |sdk |language |command )?reference(?: .*)?|.{0,30} reference|(?:rest |http |\w+ )?apis?(?: docs?)?|sdks?|cli|command line(?: interface)?|spec(?:ification)?s?|schemas?|modules?|packages?|classes|functions|types|man pages?|参考|リファレンス|referenz|referencia|référence|справочник)$/u,
  product:
    /^(?:features?|products?|pricing|plans?|solutions?|use cases?|customers?|case studies|enterprise|platform|compare|comparisons?|alternatives)$/u,
  integrations:
    /^(?:integrations?|plugins?|extensions?|add ?ons?|connectors?|adapters?|providers?|marketplace|ecosystem)$/u,
  support:
    /^(?:support|help(?: cent(?:er|re))?|getting help|faqs?|frequently asked questions|community|troubleshooting|forum|discussions?|status)$/u,
  news: /^(?:(?:.{1,30} )?(?:blog|news)(?:room)?|posts?|updates|announcements?|stories|events|podcast|newsletter|博客|新闻|ブログ)$/u,
  company: /^(?:about(?: us)?|company|team|people|contact(?: us)?|partners?|mission|our story)$/u,
  contributing:
    /^(?:contribut(?:ing|ors?|e)(?: guide(?:lines)?| to .*)?|contributor guide|development|developing|hacking|governance|贡献)$/u,
  optional:
    /^(?:optional|legal|privacy(?: policy| notice)?|terms(?: and conditions| of (?:service|use)| conditions)?|cookies?(?: policy)?|imprint|impressum|disclaimer|licen[cs]e(?: text)?|licen[cs]es|mit license|copyright|security policy|dpa|change ?logs?|history|releases?(?: notes?)?|what ?s new|version history|careers?|jobs|press(?: kit)?|media kit|brand|archives?|code of conduct|credits|authors?(?: and citation)?|citation|acknowledge?ments?|sponsors?(?:hip)?|donate|site ?map|older versions?|previous versions|deprecated|legacy|old(?: .{1,30})?|archived|obsolete|outdated|backup|bak|coverage(?: report)?)$/u,
};

/** The role a name tells, by its `textKey`; undefined for a site's own words. */
export function roleOf(key: string): Role | undefined {
  return ROLES.find((role) => NAMES[role]?.test(key));
}

export function rankOf(role: Role): number {
  return ROLES.indexOf(role);
}

/** Beginnings of the names of legal pages, by `textKey`, in many languages: what the law or a shop's rules want on every site. Bound: linear, fixed words at the beginning. */
const LEGAL = new RegExp(
  `^(?:${[
    "datenschutz|rechtliches$|agb(?: |$)|allgemeine geschäftsbedingungen|widerruf|impressum|nutzungsbedingungen|r(?:ü|ue)cksend(?:ung|efrist)|haftungsausschluss",
    "(?:\\w{1,30} ){0,2}privacy (?:policy|notice|statement)|terms (?:of|and)|cookie (?:policy|notice|settings)|(?:legal|site) notice|returns? (?:policy|and refunds)|(?:refund|shipping) policy",
    "mentions l[ée]gales|politique de (?:confidentialit[ée]|cookies)|conditions g[ée]n[ée]rales|cgv(?: |$)|cgu(?: |$)",
    "aviso (?:legal|de privaci?dade?)|pol[íi]tica de (?:privaci?dade?|privacidad|cookies|devoluci|(?:tratamiento|prote[cç]{1,2}i?[óoã]+n?|uso) )|pol[íi]tica cookies|t[ée]rminos y condiciones|termos (?:de uso|e condi)",
    "note legali|informativa (?:sulla )?privacy|termini e condizioni|privacyverklaring|algemene voorwaarden|disclaimer",
    "polityka prywatności|regulamin|ochrana osobních údajů|obchodní podmínky|adatvédelm|ász?f(?: |$)|politica de confidențialitate",
    "integritetspolicy|köpvillkor|privatlivspolitik|handelsbetingelser|personvern|tietosuoja|gizlilik|kvkk|πολιτική (?:απορρήτου|cookies)|όροι χρήσης",
    "политика (?:конфиденциальности|обработки)|пользовательское соглашение|публичная оферта|політика конфіденційності",
    "سياسة (?:الخصوصية|الاسترجاع|ملفات)|الشروط والأحكام|شروط الاستخدام|حریم خصوصی|מדיניות (?:ה)?פרטיות|תנאי שימוש|הצהרת נגישות",
    "个人信息|隐私(?:政策|条款|声明)|服务条款|法律声明|隱私權?政策|服務條款|個人情報|プライバシーポリシー|利用規約|特定商取引|免責事項|개인정보 ?처리|이용약관",
    "นโยบายความเป็นส่วนตัว|chính sách bảo mật|điều khoản|kebijakan privasi|syarat dan ketentuan|गोपनीयता नीति",
  ].join("|")})`,
  "u",
);

export const isLegal = (key: string): boolean => LEGAL.test(key);
