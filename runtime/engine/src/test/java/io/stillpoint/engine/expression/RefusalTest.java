package io.stillpoint.engine.expression;

import static io.stillpoint.engine.expression.ExpressionKind.CONDITION;
import static io.stillpoint.engine.expression.ExpressionKind.FILTER;
import static io.stillpoint.engine.expression.ExpressionKind.KEY_CONDITION;
import static io.stillpoint.engine.expression.ExpressionKind.PROJECTION;
import static io.stillpoint.engine.expression.ExpressionKind.UPDATE;
import static io.stillpoint.engine.expression.Fixtures.NULL;
import static io.stillpoint.engine.expression.Fixtures.assertRefused;
import static io.stillpoint.engine.expression.Fixtures.b;
import static io.stillpoint.engine.expression.Fixtures.bool;
import static io.stillpoint.engine.expression.Fixtures.bs;
import static io.stillpoint.engine.expression.Fixtures.item;
import static io.stillpoint.engine.expression.Fixtures.list;
import static io.stillpoint.engine.expression.Fixtures.map;
import static io.stillpoint.engine.expression.Fixtures.n;
import static io.stillpoint.engine.expression.Fixtures.names;
import static io.stillpoint.engine.expression.Fixtures.ns;
import static io.stillpoint.engine.expression.Fixtures.s;
import static io.stillpoint.engine.expression.Fixtures.ss;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Expressions that are refused, each with the service's message. Where a row is not from the
 * Developer Guide it is an answer of the service recorded by a public test suite: dynalite's
 * (test/scan.js, test/updateItem.js), ScyllaDB Alternator's or dynamodb-conformance's.
 */
@Tag("DDB-9")
class RefusalTest {
  private static void bind(ExpressionKind kind, String expression) {
    bind(kind, expression, placeholders());
  }

  private static void bind(ExpressionKind kind, String expression, Placeholders placeholders) {
    ExpressionCache cache = new ExpressionCache();
    switch (kind) {
      case UPDATE -> cache.update(expression, placeholders);
      case PROJECTION -> cache.projection(expression, placeholders);
      case KEY_CONDITION -> cache.keyCondition(expression, placeholders);
      case CONDITION, FILTER -> cache.condition(kind, expression, placeholders);
    }
  }

  private static Placeholders placeholders() {
    return Placeholders.of(
        names("#a", "a", "#c", "c", "#d", "[3]"),
        item(
            ":s",
            s("a"),
            ":n",
            n(1),
            ":b",
            b('a'),
            ":bool",
            bool(false),
            ":null",
            NULL,
            ":ss",
            ss("a"),
            ":ns",
            ns("1"),
            ":bs",
            bs("a"),
            ":m",
            map(),
            ":l",
            list()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CONDITION  | a-b                    | -       | a-b",
        "KEY_CONDITION | a-b                 | -       | a-b",
        "UPDATE     | INVALID SYNTAX HERE    | INVALID | INVALID SYNTAX",
        "UPDATE     | ADD hits : incr        | :       | hits : incr",
        "UPDATE     | SET _123 = :n          | _       | SET _123",
        "UPDATE     | SET a = :n,            | <EOF>   | ,",
        "UPDATE     | SET                    | <EOF>   | SET",
        "UPDATE     | set a = b + c + d      | +       | c + d",
        "CONDITION  | ADD #a :n              | ADD     | ADD #a",
        "CONDITION  | foo                    | <EOF>   | foo",
        "CONDITION  | attribute_exists(a) AND NOT #c | <EOF> | #c",
        "CONDITION  | attribute_not_exists(  | <EOF>   | (",
        "FILTER     | contains (a, :s        | <EOF>   | :s",
        "FILTER     | (#a)                   | <EOF>   | )",
        "FILTER     | a = = :n               | =       | = = :n",
        "FILTER     | a = b c                | c       | b c",
        "FILTER     | a > ü                  | ü       | > ü",
        "FILTER     | a = \uD83D\uDE00 b     | \uD83D\uDE00 | = \uD83D\uDE00 b",
        "KEY_CONDITION | ()                  | )       | ()",
        "PROJECTION | a b                    | b       | a b",
        "PROJECTION | a,                     | <EOF>   | ,",
        "PROJECTION | a[#c]                  | #c      | [#c]",
      })
  void namesTheTokenItStumbledOver(
      ExpressionKind kind, String expression, String token, String near) {
    assertRefused(
        "Invalid "
            + kind.parameter()
            + ": Syntax error; token: \""
            + token
            + "\", near: \""
            + near
            + "\"",
        () -> bind(kind, expression));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "things are not gonna be ok",
        "a > 4",
        "attribute_exists(Pictures-RearView)",
        "attribute_exists(\"Pictures.RearView\")",
        "attribute_exists(Pictures..RearView)",
        "attribute_exists(Pi#ctures.RearView)",
        "attribute_exists(asdf[a])",
        "a.:a < b.:b",
        "a in b, c",
        "a > between",
        "a in b",
        "a in (b,c,)",
        "(a)between(b.(c.d))and(c)",
        "(a)between(b.c.d)and((c)",
        "#$.b > a",
        "a > :things.stuff",
        "b[:a] > a",
        "b[#_] > a",
        "ü > a",
        "(a)between(b.c[4.5].#d)and(:a)",
        "size(a).b > a",
        "(size(a)).b > a",
        "size(a)[0] > a",
        "(size(a))[0] > a",
        "p=:p AND c!=:c",
        ":a",
        "a AND b = c",
        "(a OR b = c)",
        "a[01] = b",
        "_a = b",
        "attribute_exists()"
      })
  void refusesTheSyntaxOfConditions(String expression) {
    assertRefused(
        message ->
            assertTrue(message.startsWith("Invalid FilterExpression: Syntax error; "), message),
        () -> bind(FILTER, expression));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "whatever",
        "set a",
        "add a",
        "delete a",
        "set a=set",
        "remove a = b",
        "add a = b",
        "delete a = b",
        "delete a b",
        "delete a if_not_exist(b)",
        "add abort b",
        "add a if_not_exist(b)",
        "remove a b",
        "set a b",
        "set :a = b",
        "add :a b",
        "delete :a b",
        "remove :a",
        "set a = b / c",
        "set a = b * c",
        "set a[1] = \"eight\"",
        "set a[1] = 1",
        "SET a = if_not_exist(a, 100)",
        "SET if_not_exist(a, b) = a",
        "set (a = (b + c))",
        "set a = (b.c).d + e",
        "set a = (b.c)[0] + e",
        "set a = b + c + d",
        "set a = (b + c) + d",
        "SET c = if_not_exists(c, :n+:n)",
        "SET a = _f(b,c,d)",
        "SET # = :n",
        "set a = b,"
      })
  void refusesTheSyntaxOfUpdates(String expression) {
    assertRefused(
        message ->
            assertTrue(message.startsWith("Invalid UpdateExpression: Syntax error; "), message),
        () -> bind(UPDATE, expression));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "set a = (b + c)",
        "set a = ((b.c)+(:n))",
        "set a = (b)",
        "set a = ((b) - c)",
        "SET a = if_not_exists(a, b) + b",
        "SET a = if_not_exists(a, if_not_exists(a, b))",
        "set b = list_append(b, if_not_exists(a, :l))",
        "  sEt a=b\n\tremove\r\nc  "
      })
  void acceptsTheSyntaxOfUpdates(String expression) {
    assertDoesNotThrow(() -> bind(UPDATE, expression));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a=a and a > ((views))",
        "(a)between(((b.c)).d)and(c)",
        "a > whatever((:things), ((a)))",
        "a=a AND ((a=a AND a=a)) AND a=a",
        "a=a OR ((a=a OR a=a)) OR a=a",
        "a=a AND ((a=a AND (a=a AND a=a)))",
        "a=a OR ((a=a OR (a=a OR a=a)))",
        "((c=:c) AND ((p=:p)))"
      })
  void refusesRedundantParentheses(String expression) {
    assertRefused(
        "Invalid FilterExpression: The expression has redundant parentheses;",
        () -> bind(FILTER, expression));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a=a and whatever((:things)) > a | Invalid function name; function: whatever",
        "attRIbute_exIsts((views), #a) | Invalid function name; function: attRIbute_exIsts",
        "if_not_exists(a, a) = :n | The function is not allowed in a condition expression;"
            + " function: if_not_exists",
        "list_append(a, a) = :n | The function is not allowed in a condition expression; function:"
            + " list_append",
        "attribute_exists(views, #a) | Attribute name is a reserved keyword; reserved keyword:"
            + " views",
        ":a < abOrT | Attribute name is a reserved keyword; reserved keyword: abOrT",
        "a.b.status = :n | Attribute name is a reserved keyword; reserved keyword: status",
        "a[2147483648] = :n | List index is not within the allowable range; index: [2147483648]",
        "a[99999999999999999999999] = :n | List index is not within the allowable range; index:"
            + " [99999999999999999999999]",
        "attribute_exists(#Pictures.RearView, :a) and a=a | An expression attribute name used in"
            + " the document path is not defined; attribute name: #Pictures",
        "begins_with(Pictures.#RearView) | An expression attribute name used in the document path"
            + " is not defined; attribute name: #RearView",
        "(#P between :lo and :hi) and (#PC in (:cat1, :cat2)) | An expression attribute name used"
            + " in the document path is not defined; attribute name: #P",
        "begins_with(:hello, #a, #b) | An expression attribute value used in expression is not"
            + " defined; attribute value: :hello",
        ":_ > a | An expression attribute value used in expression is not defined; attribute value:"
            + " :_",
        "attribute_exists(:s) and a=a | Operator or function requires a document path; operator or"
            + " function: attribute_exists",
        "attribute_not_exists(size(:s)) | Operator or function requires a document path; operator"
            + " or function: attribute_not_exists",
        "attribute_type(a, :s) | Invalid attribute type name found; type: a, valid types:"
            + " {B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
        "attribute_type(a, b) | Incorrect operand type for operator or function; operator or"
            + " function: attribute_type, operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}",
        "a BETWEEN :n AND :s | The BETWEEN operator requires same data type for lower and upper"
            + " bounds; lower bound operand: AttributeValue: {N:1}, upper bound operand:"
            + " AttributeValue: {S:a}",
        "a BETWEEN :b AND :s | The BETWEEN operator requires same data type for lower and upper"
            + " bounds; lower bound operand: AttributeValue: {B:java.nio.HeapByteBuffer[pos=0 lim=1"
            + " cap=1]}, upper bound operand: AttributeValue: {S:a}",
      })
  void refusesConditions(String expression, String reason) {
    assertRefused("Invalid FilterExpression: " + reason, () -> bind(FILTER, expression));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a=a and attribute_exists((views), (#a)) > b | attribute_exists",
        "attribute_not_exists(things) > b | attribute_not_exists",
        "attribute_type(things, :a) > b | attribute_type",
        "begins_with(things, a) > b | begins_with",
        "contains(:things, c) > b | contains",
        "size(contains(a, b)) > a | contains",
        "size(things) | size",
        "a between b and attribute_exists(things) | attribute_exists",
        "a in (b, attribute_exists(things)) | attribute_exists",
        "NOT size(a) | size",
      })
  void refusesFunctionsWhereTheyCannotStand(String expression, String function) {
    assertRefused(
        "Invalid FilterExpression: The function is not allowed to be used this way in an"
            + " expression; function: "
            + function,
        () -> bind(FILTER, expression));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FILTER | attribute_exists(things, a) and a=a | attribute_exists | 2",
        "FILTER | attribute_type(things) | attribute_type | 1",
        "FILTER | begins_with(things, size(a), b) | begins_with | 3",
        "FILTER | contains(things) | contains | 1",
        "FILTER | size(things, a) > b | size | 2",
        "UPDATE | set a = if_not_exists(c) | if_not_exists | 1",
        "UPDATE | set a = list_append(c, c, c) | list_append | 3",
      })
  void refusesTheNumberOfOperands(
      ExpressionKind kind, String expression, String function, int operands) {
    assertRefused(
        "Invalid "
            + kind.parameter()
            + ": Incorrect number of operands for operator or function; operator or function: "
            + function
            + ", number of operands: "
            + operands,
        () -> bind(kind, expression));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FILTER | attribute_type(a, size(a)) and a=a | attribute_type | N",
        "FILTER | attribute_type(a, :bool) | attribute_type | BOOL",
        "FILTER | begins_with(a, size(a)) | begins_with | N",
        "FILTER | begins_with(:null, a) | begins_with | NULL",
        "FILTER | begins_with(a, :ss) | begins_with | SS",
        "FILTER | size(size(a)) > :n | size | N",
        "FILTER | attribute_not_exists(size(:n)) | size | N",
        "FILTER | size(:bool) > a | size | BOOL",
        "FILTER | a < :bool | < | BOOL",
        "FILTER | :l >= a | >= | L",
        "FILTER | a BETWEEN :ss AND :ss | BETWEEN | SS",
        "UPDATE | set a = list_append(:s, a) | list_append | S",
        "UPDATE | set a = list_append(a, :ns) | list_append | NS",
        "UPDATE | set a = a + :s | + | S",
        "UPDATE | set a = :bs - a | - | BS",
        "UPDATE | set a = a - :m | - | M",
      })
  void refusesOperandsThatCannotFit(
      ExpressionKind kind, String expression, String operator, String type) {
    assertRefused(
        "Invalid "
            + kind.parameter()
            + ": Incorrect operand type for operator or function; operator or function: "
            + operator
            + ", operand type: "
            + type,
        () -> bind(kind, expression));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a = a AND #a = b AND :views > a | = | [a]",
        "#a <> a | <> | [a]",
        "((a=a) OR (a=a)) | = | [a]",
        "contains(ab.bc[1].a, ab.bc[1].#a) | contains | [ab, bc, [1], a]",
        "attribute_type(ab.bc[1].#a, ab.bc[1].a) | attribute_type | [ab, bc, [1], a]",
        "begins_with(ab.bc[1].a, ab.bc[1].#a) | begins_with | [ab, bc, [1], a]",
        "a IN (b, #a) | IN | [a]",
      })
  void refusesToCompareAPathWithItself(String expression, String operator, String path) {
    assertRefused(
        "Invalid FilterExpression: The first operand must be distinct from the remaining operands"
            + " for this operator or function; operator: "
            + operator
            + ", first operand: "
            + path,
        () -> bind(FILTER, expression));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "set #q = :c set abOrt = true | Attribute name is a reserved keyword; reserved keyword:"
            + " abOrt",
        "remove Absolute | Attribute name is a reserved keyword; reserved keyword: Absolute",
        "set #q = if_not_exist(:c) set c = d | Invalid function name; function: if_not_exist",
        "SET a = LIST_APPEND(:l, :l) | Invalid function name; function: LIST_APPEND",
        "set a = size(b) | The function is not allowed in an update expression; function: size",
        "set a = list_append(list_append(:l, :l), :l) | The function is not allowed to be used this"
            + " way in an expression; function: list_append",
        "set a = #q set c = :q | The \"SET\" section can only be used once in an update"
            + " expression;",
        "remove #q set a = b remove e | The \"REMOVE\" section can only be used once in an update"
            + " expression;",
        "SET #q = if_not_exists(:q) | An expression attribute name used in the document path is not"
            + " defined; attribute name: #q",
        "SET #a = if_not_exists(:q) | An expression attribute value used in expression is not"
            + " defined; attribute value: :q",
        "set a = if_not_exists(:s, c) | Operator or function requires a document path; operator or"
            + " function: if_not_exists",
        "set a = if_not_exists(if_not_exists(a, b), c) | Operator or function requires a document"
            + " path; operator or function: if_not_exists",
        "set b = list_append(:s, a), c = if_not_exists(a) add a.b :s | Incorrect operand type for"
            + " operator or function; operator: ADD, operand type: STRING, typeSet:"
            + " ALLOWED_FOR_ADD_OPERAND",
        "delete a.b :n | Incorrect operand type for operator or function; operator: DELETE, operand"
            + " type: NUMBER, typeSet: ALLOWED_FOR_DELETE_OPERAND",
        "add a.b :m | Incorrect operand type for operator or function; operator: ADD, operand type:"
            + " MAP, typeSet: ALLOWED_FOR_ADD_OPERAND",
      })
  void refusesUpdates(String expression, String reason) {
    assertRefused("Invalid UpdateExpression: " + reason, () -> bind(UPDATE, expression));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UPDATE | overlap | set d[1] = a, d.b = a, c[1].a = a, #c = if_not_exists(a) | [c, [1], a]"
            + " | [c]",
        "UPDATE | overlap | set c.b.#c = a, c = a, #d = a | [c, b, c] | [c]",
        "UPDATE | overlap | set a = b remove a, #c, #d | [a] | [a]",
        "UPDATE | overlap | set #c[3].#d = a, #c[3] = a | [c, [3], [3]] | [c, [3]]",
        "UPDATE | overlap | remove c, #c.a, #d | [c] | [c, a]",
        "UPDATE | conflict | set #c[3].#d = a, #c.#d[3] = if_not_exists(a) | [c, [3], [3]] | [c,"
            + " [3], [3]]",
        "UPDATE | conflict | remove a.#c set a[1] = #d | [a, c] | [a, [1]]",
        "PROJECTION | overlap | a, a | [a] | [a]",
        "PROJECTION | overlap | a, a.b[2].c | [a] | [a, b, [2], c]",
        "PROJECTION | conflict | a.b, a[1] | [a, b] | [a, [1]]",
      })
  void refusesPathsThatMeet(
      ExpressionKind kind, String problem, String expression, String one, String two) {
    assertRefused(
        "Invalid "
            + kind.parameter()
            + ": Two document paths "
            + problem
            + " with each other; must remove or rewrite one of these paths; path one: "
            + one
            + ", path two: "
            + two,
        () -> bind(kind, expression));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", " \r\n\t"})
  void refusesNothing(String nothing) {
    for (ExpressionKind kind : ExpressionKind.values()) {
      assertRefused(
          "Invalid " + kind.parameter() + ": The expression can not be empty;",
          () -> bind(kind, nothing));
    }
  }

  @Test
  void holdsTheLimitsOfSize() {
    assertDoesNotThrow(() -> bind(PROJECTION, "x".repeat(4096)));
    assertRefused(
        "Invalid ProjectionExpression: Expression size has exceeded the maximum allowed size;"
            + " expression size: 4097",
        () -> bind(PROJECTION, "é".repeat(2048) + "x"));
    assertDoesNotThrow(() -> bind(PROJECTION, "a" + ".a".repeat(31)));
    assertRefused(
        "Invalid ProjectionExpression: The document path has too many nesting levels; nesting"
            + " levels: 33",
        () -> bind(PROJECTION, "a" + ".a".repeat(32)));
  }

  @Test
  void holdsTheLimitOfOperators() {
    String tooMany =
        "Invalid ConditionExpression: The expression contains too many operators; operator count:"
            + " 301";
    // 149 times "<" and "or", and one "<" more.
    assertDoesNotThrow(() -> bind(CONDITION, "a<b " + "or (a<b ".repeat(149) + ")".repeat(149)));
    assertRefused(
        tooMany, () -> bind(CONDITION, "a<b " + "or (a<b ".repeat(454) + ")".repeat(454)));
    assertRefused(tooMany, () -> bind(CONDITION, "a<b" + " or a<b".repeat(500)));
    assertDoesNotThrow(() -> bind(CONDITION, "not ".repeat(299) + "a<b"));
    assertRefused(tooMany, () -> bind(CONDITION, "not ".repeat(1000) + "a<b"));
    assertRefused(
        "Invalid ConditionExpression: The expression has redundant parentheses;",
        () -> bind(CONDITION, "(".repeat(2046) + "a<b" + ")".repeat(2046)));
  }

  @Test
  void holdsTheLimitOfDepth() {
    assertDoesNotThrow(() -> bind(CONDITION, "NOT(".repeat(160) + "a<b" + ")".repeat(160)));
    assertRefused(
        "Invalid ConditionExpression: The expression nests too deeply; levels of parentheses"
            + " supported: 160",
        () -> bind(CONDITION, "NOT(".repeat(161) + "a<b" + ")".repeat(161)));
  }

  @Test
  void holdsTheLimitOfInOperands() {
    String hundred =
        IntStream.range(0, 100).mapToObj(i -> "b" + i).collect(Collectors.joining(", "));
    assertDoesNotThrow(() -> bind(CONDITION, "a IN (" + hundred + ")"));
    assertRefused(
        "Invalid ConditionExpression: The IN operator is provided with too many operands; number"
            + " of operands: 101",
        () -> bind(CONDITION, "a IN (" + hundred + ", c)"));
  }

  @Test
  void refusesPlaceholdersThatNothingUses() {
    Placeholders placeholders =
        Placeholders.of(
            names("#a", "a", "#b", "b", "#u", "u"), item(":v", n(1), ":w", n(2), ":x", n(3)));
    bind(UPDATE, "SET #a = :v", placeholders);
    assertRefused(
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#u, #b}",
        placeholders::requireAllUsed);
    bind(CONDITION, "#b = :w AND attribute_exists(#u)", placeholders);
    assertRefused(
        "Value provided in ExpressionAttributeValues unused in expressions: keys: {:x}",
        placeholders::requireAllUsed);
    bind(FILTER, "q = :x", placeholders);
    placeholders.requireAllUsed();
  }

  @Test
  void refusesPlaceholdersThatAreNone() {
    assertRefused(
        "ExpressionAttributeNames must not be empty", () -> Placeholders.of(Map.of(), Map.of()));
    assertRefused(
        "ExpressionAttributeValues must not be empty", () -> Placeholders.of(null, Map.of()));
    for (String key : new String[] {"a", "#", "#hi-there", ":a", "", "#é"}) {
      assertRefused(
          "ExpressionAttributeNames contains invalid key: Syntax error; key: \"" + key + "\"",
          () -> Placeholders.of(Map.of(key, "a"), null));
    }
    assertRefused(
        "ExpressionAttributeValues contains invalid key: Syntax error; key: \"a\"",
        () -> Placeholders.of(null, Map.of("a", n(1))));
    assertRefused(
        "ExpressionAttributeNames contains invalid value: Empty attribute name for key #a",
        () -> Placeholders.of(Map.of("#a", ""), null));
  }

  @Test
  void knowsAllReservedWords() {
    assertTrue(ReservedWords.contains("aBorT"));
    assertTrue(ReservedWords.contains("ZONE"));
    assertTrue(ReservedWords.contains("name"));
    assertEquals(false, ReservedWords.contains("names_"));
    assertDoesNotThrow(() -> bind(PROJECTION, "pk, sk, payload"));
    bind(KEY_CONDITION, "a = :n");
  }
}
